-- Products by name or SKU, newest first, 500 at most: of one store, or of all but the test stores.
-- Raises: nothing.
--
-- The ids come from outside row-level security, the rows from inside it: two fences.
create or replace function staff.search_products(search text, store_id uuid default null) returns setof app.products
language sql stable rows 100
set search_path = ''
begin atomic
  select t.* from app.products t
  where t.id in (select internal.find_product_ids(btrim(search_products.search), search_products.store_id))
  order by t.created_at desc, t.id desc;
end;
grant execute on function staff.search_products(text, uuid) to haat_staff;
