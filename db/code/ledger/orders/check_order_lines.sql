-- The lines of an order add up to it, to the poisha, and there is at least one.
create or replace view ledger.check_order_lines with (security_invoker = true) as
with lines as (
  select i.order_id, sum(i.quantity * coalesce(i.discount_price, i.unit_price)) as subtotal,
    sum(i.discount_amount) as discount_amount, sum(i.line_total) as line_total
  from app.order_items i
  group by i.order_id
)
select o.company_id, o.store_id, format('order %s', o.number) as object,
  case when l.order_id is null then 'no lines' else format('lines: subtotal %s, discount %s, total %s', l.subtotal,
    l.discount_amount, l.line_total) end as found,
  format('subtotal %s, discount %s, total %s', o.subtotal, o.discount_amount,
    o.subtotal - o.discount_amount) as expected, o.id as order_id
from app.orders o
left join lines l on l.order_id = o.id
where l.order_id is null or (l.subtotal, l.discount_amount, l.line_total) <> (o.subtotal, o.discount_amount,
  o.subtotal - o.discount_amount);
call internal.install_check('ledger.check_order_lines');
