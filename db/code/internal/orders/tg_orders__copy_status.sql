-- Row trigger: tells an open parcel of the order its new status.
create or replace function internal.tg_orders__copy_status() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.parcels p set order_status = new.status
    where p.order_id = new.id and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
      and p.order_status is distinct from new.status;
  return null;
end
$$;
