-- Writes what staff did around an order into the activity log, with its status and money before and after.
-- Takes: the action (parcel.booked), the object it was done to, and the order as it was before.
create or replace function internal.log_order_work(action text, object_type text, object_id uuid, before app.orders)
  returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_after app.orders;
begin
  select * into v_after from app.orders o where o.id = before.id;
  perform internal.log_activity(
    v_after.store_id,
    log_order_work.action,
    log_order_work.object_type,
    log_order_work.object_id,
    internal.order_work_document(before),
    internal.order_work_document(v_after));
end
$$;
