-- Products by name or SKU, newest first, 500 at most.
-- Raises: nothing.
--
-- The ids come from outside row-level security, the rows from inside it: two fences.
create or replace function staff.search_products(search text) returns setof app.products
language sql stable rows 100
set search_path = ''
begin atomic
  select t.* from app.products t
  where t.id in (select internal.find_product_ids(btrim(search_products.search)))
  order by t.created_at desc, t.id desc;
end;
grant execute on function staff.search_products(text) to haat_staff;
