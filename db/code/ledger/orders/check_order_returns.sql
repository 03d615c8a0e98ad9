-- What came back of an order line is what the returns received of it say.
create or replace view ledger.check_order_returns with (security_invoker = true) as
with received as (
  select r.store_id, r.order_id, l.order_item_id, sum(l.sellable_quantity + l.damaged_quantity) as quantity
  from app.return_lines l
  join app.returns r on r.id = l.return_id
  where r.status = 'received'
  group by r.store_id, r.order_id, l.order_item_id
)
select i.company_id, i.store_id, format('line %s of order %s', i.line, o.number) as object,
  format('%s returned', i.returned_quantity) as found,
  format('%s by the returns received', coalesce(r.quantity, 0)) as expected, o.id as order_id
from app.order_items i
join app.orders o on o.store_id = i.store_id and o.id = i.order_id
left join received r on r.store_id = i.store_id and r.order_id = i.order_id and r.order_item_id = i.id
where i.returned_quantity <> coalesce(r.quantity, 0);
call internal.install_check('ledger.check_order_returns');
