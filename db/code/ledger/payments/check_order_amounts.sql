-- What an order counts as returned, uncollected, waived and retained follows from its lines, payments and parcels.
--
-- The formulas of internal.recompute_order_money, written out again so that a mistake in it cannot hide here.
create or replace view ledger.check_order_amounts with (security_invoker = true) as
with lines as (
  select i.order_id,
    sum(round(i.line_total * (i.quantity - i.delivered_quantity + i.returned_quantity) / i.quantity, 2)) as value_back
  from app.order_items i
  group by i.order_id
), settled as (
  select p.store_id, p.order_id, sum(p.amount) filter (where p.kind = 'payment') as received,
    sum(p.amount) filter (where p.kind = 'refund') as refunded,
    sum(p.amount) filter (where p.kind = 'refund' and p.is_after_delivery) as refunded_after
  from app.payments p
  where p.status = 'settled'
  group by p.store_id, p.order_id
), shipped as (
  select s.store_id, s.order_id, sum(greatest(0, s.paid_out - s.collected_amount)) as uncollected,
    bool_or(s.picked_up_at is not null) as picked_up
  from (
    select p.store_id, p.order_id, p.collected_amount, p.picked_up_at, coalesce(sum(y.amount), 0) as paid_out
    from app.parcels p
    left join app.payments y on y.store_id = p.store_id and y.parcel_id = p.id and y.kind = 'payment'
      and y.status = 'settled'
    where p.status <> 'cancelled'
    group by p.id
  ) s
  group by s.store_id, s.order_id
), parts as (
  select o.id as order_id, o.company_id, o.store_id, o.number, w.stock, o.delivered_at, o.total_amount,
    o.shipping_charge, o.paid_amount,
    o.returned_amount, o.uncollected_amount, o.waived_amount, o.retained_amount,
      coalesce(p.picked_up, false) as picked_up,
    case when o.delivered_at is null then 0 else l.value_back end as value_back,
    coalesce(s.received, 0) as received, coalesce(s.refunded, 0) as refunded,
      coalesce(s.refunded_after, 0) as refunded_after,
    least(coalesce(p.uncollected, 0), coalesce(s.received, 0) - coalesce(s.refunded, 0)) as uncollected
  from app.orders o
  join app.order_statuses w on w.status = o.status
  join lines l on l.order_id = o.id
  left join settled s on s.store_id = o.store_id and s.order_id = o.id
  left join shipped p on p.store_id = o.store_id and p.order_id = o.id
), expected as (
  select p.*,
    greatest(0, p.refunded_after - greatest(0,
      p.value_back + p.received - p.uncollected - (p.refunded - p.refunded_after) - p.total_amount)) as waived,
    case when p.stock = 'returning' and p.delivered_at is null then
      case when p.picked_up then least(p.shipping_charge, p.paid_amount) else 0 end end as retained
  from parts p
)
select e.company_id, e.store_id, format('order %s', e.number) as object,
  format('returned %s, uncollected %s, waived %s, retained %s', e.returned_amount, e.uncollected_amount,
    e.waived_amount, coalesce(e.retained_amount::text, 'nothing')) as found,
  format('returned %s, uncollected %s, waived %s, retained %s', e.value_back, e.uncollected, e.waived,
    coalesce(e.retained::text, 'nothing')) as expected, e.order_id as order_id
from expected e
where (e.returned_amount, e.uncollected_amount, e.waived_amount, e.retained_amount) is distinct
  from (e.value_back, e.uncollected, e.waived, e.retained);
call internal.install_check('ledger.check_order_amounts');
