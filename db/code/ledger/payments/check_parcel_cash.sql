-- The cash account of a parcel: what its courier was to collect, what was stated as collected and what was written off
-- is what the order's timeline tells; what was paid out and charged is its settled payments; what is held follows.
--
-- Parcel by parcel: asked for one order, it reads that order only.
create or replace view ledger.check_parcel_cash with (security_invoker = true) as
select p.company_id, p.store_id, format('parcel %s of order %s', p.id, o.number) as object,
  format('to collect %s, collected %s, paid out %s: %s, charged %s, written off %s, held %s', p.cod_amount,
    coalesce(p.collected_amount::text, 'unknown'), coalesce(p.payout_at::text, 'never'), p.paid_out_amount,
    p.charged_amount, p.written_off_amount, p.held_amount) as found,
  format('to collect %s, collected %s, paid out %s: %s, charged %s, written off %s, held %s',
    coalesce(t.cod_amount::text, 'unknown'), coalesce(t.collected_amount::text, 'unknown'),
    coalesce(y.payout_at::text, 'never'), y.amount, y.charged, coalesce(t.written_off_amount, 0.00), h.amount)
    as expected,
  o.id as order_id
from app.orders o
join app.parcels p on p.store_id = o.store_id and p.order_id = o.id
cross join lateral (
  select
    min((t.detail ->> 'cod_amount')::numeric) filter (where t.action = 'parcel_booked') as cod_amount,
    (array_agg((t.detail ->> 'collected_amount')::numeric order by t.id desc)
      filter (where t.detail ? 'collected_amount'))[1] as collected_amount,
    (array_agg((t.detail ->> 'written_off_amount')::numeric order by t.id desc)
      filter (where t.detail ? 'written_off_amount'))[1] as written_off_amount
  from (
    select h.id, h.action, h.detail from app.order_timeline h
    where h.store_id = o.store_id and h.order_id = o.id and h.detail ->> 'parcel_id' = p.id::text
    union all
    -- What archived entries told of it (internal.timeline_summary).
    select (h.detail ->> 'upto_id')::uuid, 'parcel_booked', d.parcel
    from app.order_timeline h
    cross join lateral jsonb_array_elements(h.detail -> 'parcels') as d (parcel)
    where h.store_id = o.store_id and h.order_id = o.id and h.action = 'archived'
      and d.parcel ->> 'parcel_id' = p.id::text
  ) t
) t
cross join lateral (
  select max(s.settled_at) filter (where s.parcel_id = p.id) as payout_at,
    coalesce(sum(s.amount) filter (where s.parcel_id = p.id), 0) as amount,
    coalesce(sum(s.charged_amount) filter (where s.parcel_id = p.id), 0) as charged,
    coalesce(sum(case s.kind when 'payment' then s.amount else -s.amount end)
      filter (where s.parcel_id is null and not s.is_after_delivery), 0) as direct
  from app.payments s
  where s.store_id = o.store_id and s.order_id = o.id and s.status = 'settled'
) y
cross join lateral (
  select case when p.delivered_at is null then 0.00 else greatest(0.00,
    coalesce(p.collected_amount, least(p.cod_amount, o.total_amount - y.direct))
      - p.paid_out_amount - p.charged_amount - p.written_off_amount) end as amount
) h
where (p.cod_amount, p.collected_amount, p.payout_at, p.paid_out_amount, p.charged_amount, p.written_off_amount,
    p.held_amount)
  is distinct from (t.cod_amount, t.collected_amount, y.payout_at, y.amount, y.charged,
    coalesce(t.written_off_amount, 0), h.amount);
call internal.install_check('ledger.check_parcel_cash');
