-- PATCH /variants/{identifier}.
-- Takes: the fields to change (absent: kept, null: cleared).
-- Gives: the variant.
-- Raises: HT008 and HT100 for store_id, HT100, HT101 (SKU, image), HT008.
-- spec: Variant
create or replace function api.update_variant(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id constant uuid := internal.find_variant(input ->> 'identifier', v_store_id);
  v_product_id constant uuid := (select v.product_id from app.variants v where v.id = v_id);
  p app.products;
begin
  p := internal.lock_product(v_product_id, v_store_id);
  perform internal.change_variant(v_id, input);
  perform internal.product_changed(p);
  return (select d.document from internal.variant_documents(array[v_id]) d);
end
$$;
grant execute on function api.update_variant(jsonb) to haat_api;
