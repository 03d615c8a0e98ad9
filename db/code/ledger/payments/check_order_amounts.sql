-- What an order counts as received, returned, waived, paid, due, held, to be refunded and retained follows from its
-- lines, payments and parcels, and so does its payment status.
--
-- The formulas of internal.derive_money and internal.parcel_cash, written out again so that a mistake there cannot
-- hide here. Order by order: asked for one, it reads that order only.
create or replace view ledger.check_order_amounts with (security_invoker = true) as
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('received %s, refunded %s, held %s, returned %s, waived %s, paid %s, due %s, to refund %s, retained %s, %s',
    o.received_amount, o.refunded_amount, o.held_by_courier_amount, o.returned_amount, o.waived_amount, o.paid_amount,
    o.due_amount, o.to_refund_amount, coalesce(o.retained_amount::text, 'nothing'), o.payment_status) as found,
  format('received %s, refunded %s, held %s, returned %s, waived %s, paid %s, due %s, to refund %s, retained %s, %s',
    n.received, s.refunded, h.held, l.returned, e.waived, e.paid, e.due, e.to_refund,
    coalesce(e.retained::text, 'nothing'), e.payment_status) as expected, o.id as order_id
from app.orders o
join app.order_statuses w on w.status = o.status
cross join lateral (
  select case when o.delivered_at is null then 0 else
    sum(round(i.line_total * (i.returned_quantity + i.released_quantity) / i.quantity, 2)) end as returned
  from app.order_items i where i.store_id = o.store_id and i.order_id = o.id
) l
cross join lateral (
  select coalesce(sum(p.amount) filter (where p.kind = 'payment' and p.parcel_id is null), 0) as direct,
    coalesce(sum(p.amount) filter (where p.kind = 'refund'), 0) as refunded,
    coalesce(sum(p.amount) filter (where p.kind = 'refund' and p.is_after_delivery), 0) as refunded_after
  from app.payments p where p.store_id = o.store_id and p.order_id = o.id and p.status = 'settled'
) s
cross join lateral (
  select coalesce(sum(least(c.cleared, c.collected)), 0) as settled,
    coalesce(sum(greatest(0, c.collected - c.cleared)), 0) as held,
    coalesce(bool_or(c.is_pickup_recorded), false) as is_pickup_recorded
  from (
    select p.is_pickup_recorded, x.cleared, case when p.delivered_at is null then x.cleared
      when p.collected_amount is not null then p.collected_amount
      else greatest(x.cleared, least(p.cod_amount, o.total_amount - s.direct + s.refunded - s.refunded_after)) end
      as collected
    from app.parcels p
    cross join lateral (select p.paid_out_amount + p.charged_amount + p.written_off_amount as cleared) x
    where p.store_id = o.store_id and p.order_id = o.id
  ) c
) h
cross join lateral (select s.direct + h.settled as received, s.direct + h.settled - s.refunded as net) n
cross join lateral (
  select o.total_amount - l.returned - greatest(0, s.refunded_after
    - greatest(0, n.net + s.refunded_after + h.held - (o.total_amount - l.returned))) as cost
) k
cross join lateral (
  select case when w.owes then k.cost else least(n.net + h.held, case
      when w.stock = 'none' then 0
      when o.delivered_at is not null then k.cost
      when h.is_pickup_recorded then o.shipping_charge
      else 0 end) end as claim
) c
cross join lateral (
  select o.total_amount - l.returned - c.claim as waived, greatest(0, n.net) as paid,
    case when w.owes then greatest(0, c.claim - n.net) else 0 end as due,
    greatest(0, n.net + h.held - c.claim) as to_refund,
    case when w.stock = 'returning' and o.delivered_at is null then greatest(0, c.claim) end as retained,
    case
      when s.refunded > 0 and n.received + h.held > 0 and n.net + h.held <= 0 then 'refunded'
      when n.net <= 0 and o.total_amount > 0 then 'unpaid'
      when n.net < k.cost then 'partially_paid'
      else 'paid' end as payment_status
) e
where (o.received_amount, o.refunded_amount, o.held_by_courier_amount, o.returned_amount, o.waived_amount,
    o.paid_amount, o.due_amount, o.to_refund_amount, o.retained_amount, o.payment_status)
  is distinct from (n.received, s.refunded, h.held, l.returned, e.waived, e.paid, e.due, e.to_refund, e.retained,
    e.payment_status);
call internal.install_check('ledger.check_order_amounts');
