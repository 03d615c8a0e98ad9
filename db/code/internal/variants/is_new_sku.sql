-- Tells whether a SKU differs from the one that a variant has in more than letter case, Unicode form and blanks.
-- Takes: the variant and the SKU (null: it keeps its own).
create or replace function internal.is_new_sku(variant_id uuid, sku text) returns boolean
language sql stable
set search_path = ''
begin atomic
  select is_new_sku.sku is not null and exists (
    select from app.variants v
    where v.id = is_new_sku.variant_id and internal.fold(v.sku) <> internal.fold(is_new_sku.sku));
end;
