-- Gives the variant of a product that has a SKU: as it is written, else in another letter case or form.
create or replace function internal.find_product_sku(product_id uuid, sku text) returns uuid
language sql stable
set search_path = ''
begin atomic
  select v.id from app.variants v
    where v.product_id = find_product_sku.product_id and internal.fold(v.sku) = internal.fold(find_product_sku.sku)
    order by v.sku = find_product_sku.sku desc, v.id limit 1;
end;
