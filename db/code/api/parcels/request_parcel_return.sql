-- Records that a parcel is on its way back (POST /parcels/{id}/returning).
-- Takes: reason, for the timeline.
-- Gives: the parcel.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (parcel), HT103 (status of the order).
create or replace function api.request_parcel_return(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_parcel constant record := internal.lock_for_report('returning', input);
begin
  if v_parcel.is_new then
    perform internal.request_parcel_return(v_parcel.parcel_id, input ->> 'reason');
  end if;
  return (select d.document from internal.parcel_documents(array[v_parcel.parcel_id]) d);
end
$$;
grant execute on function api.request_parcel_return(jsonb) to haat_api;
