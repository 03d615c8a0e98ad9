-- Row trigger: keeps the status of its order on an open parcel, by which the lists of work find it.
create or replace function internal.tg_parcels__copy_order_status() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.order_status := case when new.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested') then
    (select o.status from app.orders o where o.store_id = new.store_id and o.id = new.order_id) end;
  return new;
end
$$;
