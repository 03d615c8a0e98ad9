-- Records that the customer kept a part of what was sent (POST /parcels/{id}/partial-delivery).
-- Takes: kept, the lines that the customer kept, and collected_amount, what was collected, as stated.
-- Gives: the parcel.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (parcel), HT102, HT103 (status of the order); HT008 (kept,
-- collected_amount).
create or replace function api.record_partial_delivery(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_parcel constant record := internal.lock_for_report('partial_delivery', input);
begin
  if v_parcel.is_new then
    perform internal.record_partial_delivery(v_parcel.parcel_id, input -> 'kept',
      (input ->> 'collected_amount')::numeric);
  end if;
  return (select d.document from internal.parcel_documents(array[v_parcel.parcel_id]) d);
end
$$;
grant execute on function api.record_partial_delivery(jsonb) to haat_api;
