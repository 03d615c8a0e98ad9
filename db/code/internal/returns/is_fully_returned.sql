-- Says whether every unit of a delivered order is back: returned by the customer, or never taken.
create or replace function internal.is_fully_returned(order_id uuid) returns boolean
language sql stable
begin atomic
  select not exists (
    select from app.order_items i
    where i.order_id = is_fully_returned.order_id and i.quantity > i.returned_quantity + i.released_quantity);
end;
