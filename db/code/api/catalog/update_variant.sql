-- Changes a variant (PATCH /variants/{identifier}).
-- Takes: the fields to change (absent: kept, null: cleared).
-- Gives: the variant.
-- Raises: HT008, HT100 (store_id); HT100 (identifier); HT101 (several variants have it, SKU, image); HT008.
create or replace function api.update_variant(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id constant uuid := internal.find_variant(input ->> 'identifier', v_store_id);
  v_product_id constant uuid := (select v.product_id from app.variants v where v.id = v_id);
  v_product app.products;
  v_is_new_sku boolean;
begin
  v_product := internal.lock_product(v_product_id, v_store_id);
  v_is_new_sku := internal.is_new_sku(v_id, input ->> 'sku');
  perform internal.change_variant(v_id, input);
  if v_is_new_sku then
    perform internal.claim_sku(v_id);
  end if;
  perform internal.product_changed(v_product);
  return (select d.document from internal.variant_documents(array[v_id]) d);
end
$$;
grant execute on function api.update_variant(jsonb) to haat_api;
