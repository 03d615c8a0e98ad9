-- Changes a variant (PATCH /variants/{identifier}).
-- Takes: the fields to change (absent: kept, null: cleared).
-- Gives: the variant.
-- Raises: HT008, HT100 (store_id); HT100 (identifier); HT101 (several variants have it, SKU, image); HT008.
-- spec: Variant
create or replace function api.update_variant(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id constant uuid := internal.find_variant(input ->> 'identifier', v_store_id);
  v_product_id constant uuid := (select v.product_id from app.variants v where v.id = v_id);
  v_product app.products;
begin
  v_product := internal.lock_product(v_product_id, v_store_id);
  perform internal.change_variant(v_id, input);
  perform internal.product_changed(v_product);
  return (select d.document from internal.variant_documents(array[v_id]) d);
end
$$;
grant execute on function api.update_variant(jsonb) to haat_api;
