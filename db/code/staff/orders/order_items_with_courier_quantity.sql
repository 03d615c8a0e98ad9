-- Units of the line on their way to the customer.
-- Raises: nothing.
create or replace function staff.order_items_with_courier_quantity(item app.order_items) returns integer
language sql stable
set search_path = ''
begin atomic
  select case when o.with_courier_quantity > 0 then item.quantity - item.delivered_quantity - item.released_quantity
    else 0 end
  from internal.readable_orders o where o.store_id = item.store_id and o.id = item.order_id;
end;
grant execute on function staff.order_items_with_courier_quantity(app.order_items) to haat_staff;
