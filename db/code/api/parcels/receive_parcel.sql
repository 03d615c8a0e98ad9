-- Receives what a courier brought back (POST /parcels/{id}/receive).
-- Takes: lines, each sellable or damaged; without lines everything that is outstanding came back sellable.
-- Gives: the parcel.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (parcel), HT102, HT103 (status of the order); HT008 (lines).
create or replace function api.receive_parcel(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_parcel constant record := internal.lock_for_report('received', input);
begin
  if v_parcel.is_new then
    perform internal.receive_parcel(v_parcel.parcel_id, nullif(input -> 'lines', 'null'));
  end if;
  return (select d.document from internal.parcel_documents(array[v_parcel.parcel_id]) d);
end
$$;
grant execute on function api.receive_parcel(jsonb) to haat_api;
