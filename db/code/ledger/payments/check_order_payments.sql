-- What an order says it received is the sum of its settled payments, without what couriers paid out beyond what they
-- collected, and with what they charged and what was written off; what it gave back is the sum of its settled refunds.
create or replace view ledger.check_order_payments with (security_invoker = true) as
with settled as (
  select p.store_id, p.order_id,
    coalesce(sum(p.amount + p.charged_amount) filter (where p.kind = 'payment'), 0) as received,
    coalesce(sum(p.amount) filter (where p.kind = 'refund'), 0) as refunded
  from app.payments p
  where p.status = 'settled'
  group by p.store_id, p.order_id
), parcels as (
  select p.store_id, p.order_id, sum(p.written_off_amount) as written_off,
    sum(greatest(0, p.paid_out_amount + p.charged_amount + p.written_off_amount - p.collected_amount))
      filter (where p.delivered_at is not null) as overpaid
  from app.parcels p
  group by p.store_id, p.order_id
)
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('received %s, refunded %s', o.received_amount, o.refunded_amount) as found,
  format('received %s, refunded %s by its payments and parcels', e.received, e.refunded) as expected, o.id as order_id
from app.orders o
left join settled s on s.store_id = o.store_id and s.order_id = o.id
left join parcels p on p.store_id = o.store_id and p.order_id = o.id
cross join lateral (
  select coalesce(s.received, 0.00) + coalesce(p.written_off, 0) - coalesce(p.overpaid, 0) as received,
    coalesce(s.refunded, 0.00) as refunded
) e
where (o.received_amount, o.refunded_amount) <> (e.received, e.refunded);
call internal.install_check('ledger.check_order_payments');
