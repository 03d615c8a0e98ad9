-- Records that the customer kept part of the parcel. kept is [{order_item_id, quantity}]; others were not kept.
-- collected_amount is what the courier collected. If it is not given, it is what is due for the kept goods with the
-- shipping. It is required when the courier has stated or paid out an amount before. The order becomes delivered and
-- partially_fulfilled. What was not kept stays due until it is received back. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT101 (parcel), HT103 (status of the order), HT008 (kept,
-- collected_amount).
--
-- The rest stays reserved for the order until the parcel is received back. A courier may report this at the door, or
-- later, when the order already counts as delivered whole.
create or replace function staff.record_partial_delivery(parcel_id uuid, kept jsonb,
  collected_amount numeric default null) returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  return internal.record_partial_delivery(parcel_id, kept, collected_amount);
end
$$;
grant execute on function staff.record_partial_delivery(uuid, jsonb, numeric) to haat_staff;
