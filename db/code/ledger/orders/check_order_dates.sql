-- The day of an order is the one in its number; it has a time of delivery when units were delivered, a time of
-- cancelling when it is cancelled; a refund knows whether it came after the delivery.
create or replace view ledger.check_order_dates with (security_invoker = true) as
with lines as (
  select i.order_id, sum(i.delivered_quantity) as delivered
  from app.order_items i
  group by i.order_id
)
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('ordered on %s', o.store_date) as found, 'ordered on the day in its number' as expected, o.id as order_id
from app.orders o
where o.number not like 'ORD-' || to_char(o.store_date, 'YYYYMMDD') || '-%'
union all
select o.company_id, o.store_id, format('order %s', o.number),
  coalesce('delivered at ' || o.delivered_at, 'never delivered'), format('%s units delivered', l.delivered), o.id
from app.orders o
join lines l on l.order_id = o.id
where (o.delivered_at is not null) <> (l.delivered > 0)
union all
select o.company_id, o.store_id, format('order %s', o.number),
  coalesce('cancelled at ' || o.cancelled_at, 'never cancelled'), format('status %s', o.status), o.id
from app.orders o
join app.order_statuses s on s.status = o.status
where (o.cancelled_at is not null) <> s.is_cancelled
union all
select p.company_id, p.store_id, format('refund %s of order %s', p.id, o.number), case when p.is_after_delivery
  then 'counts as given after the delivery' else 'counts as given before the delivery' end,
  coalesce('delivered at ' || o.delivered_at, 'never delivered'), o.id
from app.payments p
join app.orders o on o.store_id = p.store_id and o.id = p.order_id
where p.kind = 'refund'
  and case when p.is_after_delivery then o.delivered_at is null or o.delivered_at > p.created_at
    else o.delivered_at < p.created_at end;
call internal.install_check('ledger.check_order_dates');
