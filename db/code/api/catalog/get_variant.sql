-- Gives one variant by id, SKU or barcode (GET /variants/{identifier}).
-- Raises: HT100 (store_id, identifier); HT101 (several variants have it).
create or replace function api.get_variant(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_variant_id constant uuid := internal.find_variant(input ->> 'identifier', internal.find_store_for_reading(input));
begin
  return (select d.document from internal.variant_documents(array[v_variant_id]) d);
end
$$;
grant execute on function api.get_variant(jsonb) to haat_api;
