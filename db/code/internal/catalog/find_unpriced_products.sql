--! owner: haat_gatekeeper
-- Gives the active products with an active variant that costs nothing, at most at_most.
-- Takes: a store (null for all in reach), the product after which the list goes on, and how many.
create or replace function internal.find_unpriced_products(store_id uuid, starting_after uuid, at_most integer)
  returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select array(
    select t.product_id
    from unnest(internal.stores_in_reach(find_unpriced_products.store_id)) as r (id)
    cross join lateral (
      select distinct v.product_id
      from app.variants v
      join app.products p on p.id = v.product_id and p.status = 'active'
      where v.store_id = r.id and v.price = 0 and v.status = 'active'
        and (find_unpriced_products.starting_after is null or v.product_id > find_unpriced_products.starting_after)
      order by v.product_id
      limit at_most
    ) t
    order by t.product_id
    limit at_most);
end;
grant execute on function internal.find_unpriced_products(uuid, uuid, integer) to haat_staff;
