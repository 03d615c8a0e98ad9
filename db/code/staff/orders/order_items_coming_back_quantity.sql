-- Units of the line on their way back: not kept, or called back, and not received yet.
-- Raises: nothing.
create or replace function staff.order_items_coming_back_quantity(item app.order_items) returns integer
language sql stable
set search_path = ''
begin atomic
  select case when o.coming_back_quantity > 0 then item.quantity - item.delivered_quantity - item.released_quantity
    else 0 end
  from internal.readable_orders o where o.store_id = item.store_id and o.id = item.order_id;
end;
grant execute on function staff.order_items_coming_back_quantity(app.order_items) to haat_staff;
