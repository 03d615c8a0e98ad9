--! owner: haat_gatekeeper
-- Gives the active products without an image, at most at_most.
-- Takes: a store (null for all in reach), the product after which the list goes on, and how many.
create or replace function internal.find_products_without_image(store_id uuid, starting_after uuid, at_most integer)
  returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select array(
    select t.id
    from unnest(internal.stores_in_reach(find_products_without_image.store_id)) as r (id)
    cross join lateral (
      select p.id
      from app.products p
      where p.store_id = r.id and not p.has_image and p.status = 'active'
        and (find_products_without_image.starting_after is null or p.id > find_products_without_image.starting_after)
      order by p.id
      limit at_most
    ) t
    order by t.id
    limit at_most);
end;
grant execute on function internal.find_products_without_image(uuid, uuid, integer) to haat_staff;
