-- Shows the categories of products as internal.product_documents does, one row a product.
--
-- Plain SQL without settings of its own, so that the planner makes it part of the query that asks.
create or replace function internal.product_category_lists(product_ids uuid[])
  returns table (product_id uuid, list json)
language sql stable
begin atomic
  select
    pc.product_id,
    json_agg(
      json_build_object(
        'id', c.id,
        'name', c.name,
        'slug', c.slug,
        'is_primary', pc.is_primary)
      order by pc.is_primary desc, pc.position, c.name)
  from app.product_categories pc
  join app.categories c on c.id = pc.category_id
  where pc.product_id = any (product_category_lists.product_ids)
  group by pc.product_id;
end;
grant execute on function internal.product_category_lists(uuid[]) to haat_api, haat_staff;
