-- Records that the customer took the whole parcel. collected_amount is what the courier says that it collected. It
-- counts as paid only when the courier pays it out.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT101 (parcel), HT103 (status of the order), HT008
-- (collected_amount).
create or replace function staff.record_parcel_delivered(parcel_id uuid, collected_amount numeric default null)
  returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  return internal.record_parcel_delivered(parcel_id, collected_amount);
end
$$;
grant execute on function staff.record_parcel_delivered(uuid, numeric) to haat_staff;
