-- Whether the order may be edited now, by its status and its parcels.
create or replace function staff.orders_is_editable("order" app.orders) returns boolean
language sql stable
set search_path = ''
begin atomic
  select "order".status = any (internal.editable_statuses()) and not exists (
    select from app.parcels p where p.store_id = "order".store_id and p.order_id = "order".id
      and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested'));
end;
grant execute on function staff.orders_is_editable(app.orders) to haat_staff;
