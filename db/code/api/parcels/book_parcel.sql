-- Books a parcel for an order, or records a shipment by hand (POST /orders/{id}/parcels).
-- Takes: courier_id, tracking_code, weight_grams, cod_amount, note.
-- Gives: the parcel.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (courier_id, a live parcel), HT102, HT103 (status of the order),
-- HT008 (cod_amount).
create or replace function api.book_parcel(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_parcel app.parcels;
begin
  v_parcel := internal.book_parcel(
    internal.find_for_write('order', input),
    (input ->> 'courier_id')::uuid,
    (input ->> 'cod_amount')::numeric,
    input ->> 'tracking_code',
    (input ->> 'weight_grams')::integer,
    input ->> 'note');
  return (select d.document from internal.parcel_documents(array[v_parcel.id]) d);
end
$$;
grant execute on function api.book_parcel(jsonb) to haat_api;
