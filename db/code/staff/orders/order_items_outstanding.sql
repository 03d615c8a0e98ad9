-- Units of the line that are neither with the customer nor received back: what a parcel on the road still holds.
-- Raises: nothing.
create or replace function staff.order_items_outstanding(item app.order_items) returns integer
language sql stable
set search_path = ''
return item.quantity - item.delivered_quantity - item.released_quantity;
grant execute on function staff.order_items_outstanding(app.order_items) to haat_staff;
