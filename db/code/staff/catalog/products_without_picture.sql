-- Products on sale without an image. At most 200; those after a product of the list come with starting_after.
-- Raises: nothing.
create or replace function staff.products_without_picture(store_id uuid default null, starting_after uuid default null)
  returns setof app.products
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from unnest(internal.find_products_without_image(
    products_without_picture.store_id, products_without_picture.starting_after, 200)) with ordinality as w (id, place)
  cross join lateral (select x.* from app.products x where x.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.products_without_picture(uuid, uuid) to haat_staff;
