-- Records what a courier paid out for many parcels at once (POST /payouts).
-- Takes: courier_id, lines, other_charges, transferred_amount, reference, received_at.
-- Gives: the payout.
-- Raises: HT008, HT100 (store_id); HT101 (courier_id, lines); HT008 (transferred_amount, received_at); HT104.
create or replace function api.record_payout(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_payout_id uuid;
begin
  perform internal.require_courier((input ->> 'courier_id')::uuid);
  v_payout_id := internal.record_payout(v_store_id, (input ->> 'courier_id')::uuid, input -> 'lines',
    input ->> 'reference', (input ->> 'received_at')::timestamptz, input -> 'other_charges',
    (input ->> 'transferred_amount')::numeric);
  return (select d.document from internal.payout_documents(array[v_payout_id]) d);
end
$$;
grant execute on function api.record_payout(jsonb) to haat_api;
