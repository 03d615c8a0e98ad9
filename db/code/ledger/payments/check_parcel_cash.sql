-- What a courier was to collect and says to have collected is what the order's timeline tells, and what it paid out is
-- its settled payments.
create or replace view ledger.check_parcel_cash with (security_invoker = true) as
with told as (
  select (t.detail ->> 'parcel_id')::uuid as parcel_id,
    min((t.detail ->> 'cod_amount')::numeric) filter (where t.action = 'parcel_booked') as cod_amount,
    (array_agg((t.detail ->> 'collected_amount')::numeric order by t.id desc)
      filter (where t.detail ->> 'collected_amount' is not null))[1] as collected_amount
  from app.order_timeline t
  where t.detail ? 'parcel_id'
  group by t.detail ->> 'parcel_id'
), paid as (
  select p.parcel_id, max(p.settled_at) as payout_at, sum(p.amount) as amount
  from app.payments p
  where p.parcel_id is not null and p.kind = 'payment' and p.status = 'settled'
  group by p.parcel_id
)
select p.company_id, p.store_id, format('parcel %s of order %s', p.id, o.number) as object,
  format('to collect %s, collected %s, paid out %s: %s', p.cod_amount, coalesce(p.collected_amount::text, 'unknown'),
    coalesce(p.payout_at::text, 'never'), p.paid_out_amount) as found,
  format('to collect %s, collected %s, paid out %s: %s', coalesce(t.cod_amount::text, 'unknown'),
    coalesce(t.collected_amount::text, 'unknown'), coalesce(y.payout_at::text, 'never'), coalesce(y.amount, 0.00))
    as expected
from app.parcels p
join app.orders o on o.id = p.order_id
left join told t on t.parcel_id = p.id
left join paid y on y.parcel_id = p.id
where (p.cod_amount, p.collected_amount, p.payout_at, p.paid_out_amount)
  is distinct from (t.cod_amount, t.collected_amount, y.payout_at, coalesce(y.amount, 0));
call internal.install_check('ledger.check_parcel_cash');
