--! owner: haat_gatekeeper
-- Gives the variants of a store that have a SKU, in whatever letter case, Unicode form and blanks: one, except where
-- several exist from before such SKUs were refused.
-- Takes: one of the stores that the caller sees, and a SKU.
--
-- The fence is part of the condition: row-level security would let no internal.fold into the condition of an index.
create or replace function internal.variants_alike(store_id uuid, sku text)
  returns table (id uuid, product_id uuid, spelled text)
language plpgsql stable security definer rows 1
set search_path = ''
as $$
begin
  return query
  select v.id, v.product_id, v.sku from app.variants v
  where v.store_id = variants_alike.store_id and v.store_id = any (internal.current_store_ids())
    and internal.fold(v.sku) = internal.fold(variants_alike.sku)
  order by v.created_at, v.id;
end
$$;
grant execute on function internal.variants_alike(uuid, text) to haat_owner, haat_api, haat_staff, haat_gatekeeper;
