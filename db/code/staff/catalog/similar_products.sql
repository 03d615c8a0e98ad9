-- Products that are called much like what was typed, the likest first, 20 at most: with mistakes in spelling, or typed
-- in Bengali letters where names are in Latin ones. Of one store, or of all but the test stores.
-- Raises: nothing.
create or replace function staff.similar_products(search text, store_id uuid default null) returns setof app.products
language sql stable rows 20
set search_path = ''
begin atomic
  select t.*
  from internal.find_similar_products(similar_products.search, similar_products.store_id) f
  join app.products t on t.id = f.id
  order by f.likeness desc, t.created_at desc, t.id desc;
end;
grant execute on function staff.similar_products(text, uuid) to haat_staff;
