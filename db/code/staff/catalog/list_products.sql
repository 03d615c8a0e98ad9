-- Products, the newest first: of a store, with a status, of a category or brand, or whose name or SKU holds a text. At
-- most 100; those after a product of the list come with starting_after.
-- Raises: HT100 (store_id, brand_id, starting_after).
--
-- The ids come from outside row-level security, the rows from inside it: two fences.
create or replace function staff.list_products(store_id uuid default null, status text default null,
  category_id uuid default null, brand_id uuid default null, search text default null,
  starting_after uuid default null) returns setof app.products
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from internal.list_page('products', jsonb_strip_nulls(jsonb_build_object(
    'limit', 100,
    'store_id', coalesce(
      list_products.store_id, (select b.store_id from app.brands b where b.id = list_products.brand_id)),
    'status', list_products.status,
    'category_id', list_products.category_id,
    'brand_id', list_products.brand_id,
    'search', nullif(btrim(list_products.search), ''),
    'starting_after', list_products.starting_after))) p
  cross join lateral unnest(p.ids) with ordinality as w (id, place)
  cross join lateral (select x.* from app.products x where x.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.list_products(uuid, text, uuid, uuid, text, uuid) to haat_staff;
