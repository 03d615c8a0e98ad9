-- Refuses the new SKU of a variant when another variant of its store has it, in whatever letter case or form.
-- Takes: the variant, which is written already.
-- Raises: HT101 (sku).
--
-- It waits as internal.claim_skus does.
create or replace function internal.claim_sku(variant_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_variant app.variants;
begin
  select * into v_variant from app.variants v where v.id = claim_sku.variant_id;
  perform pg_advisory_xact_lock(hashtextextended('skus of ' || v_variant.store_id, 0));
  if exists (
    select from internal.variants_alike(v_variant.store_id, v_variant.sku) other where other.id <> v_variant.id)
  then
    perform internal.field_error('HT101', 'sku', 'skuTaken.sku', jsonb_build_object('sku', v_variant.sku));
  end if;
end
$$;
