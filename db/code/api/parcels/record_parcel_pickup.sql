-- Records that the courier picked a parcel up (POST /parcels/{id}/pickup).
-- Gives: the parcel.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (parcel), HT102, HT103 (status of the order).
create or replace function api.record_parcel_pickup(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_parcel constant record := internal.lock_for_report('pickup', input);
begin
  if v_parcel.is_new then
    perform internal.record_parcel_pickup(v_parcel.parcel_id);
  end if;
  return (select d.document from internal.parcel_documents(array[v_parcel.parcel_id]) d);
end
$$;
grant execute on function api.record_parcel_pickup(jsonb) to haat_api;
