-- Records that the customer took the whole parcel (POST /parcels/{id}/delivered).
-- Takes: collected_amount, what was collected, as stated.
-- Gives: the parcel.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (parcel), HT102, HT103 (status of the order); HT008
-- (collected_amount).
create or replace function api.record_parcel_delivered(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_parcel constant record := internal.lock_for_report('delivered', input);
begin
  if v_parcel.is_new then
    perform internal.record_parcel_delivered(v_parcel.parcel_id, (input ->> 'collected_amount')::numeric);
  end if;
  return (select d.document from internal.parcel_documents(array[v_parcel.parcel_id]) d);
end
$$;
grant execute on function api.record_parcel_delivered(jsonb) to haat_api;
