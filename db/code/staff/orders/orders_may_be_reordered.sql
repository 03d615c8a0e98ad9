-- Whether the order may be ordered again: it was called off, and no order that still stands took its place.
create or replace function staff.orders_may_be_reordered("order" app.orders) returns boolean
language sql stable
set search_path = ''
begin atomic
  select exists (select from app.order_statuses s where s.status = "order".status and s.stock = 'none')
    and not exists (
      select from app.orders o join app.order_statuses s on s.status = o.status
      where o.store_id = "order".store_id and o.id = "order".reordered_as_id and s.stock <> 'none');
end;
grant execute on function staff.orders_may_be_reordered(app.orders) to haat_staff;
