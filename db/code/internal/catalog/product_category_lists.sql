-- Shows the categories of products as internal.product_documents does, one row a product.
--
-- Plain SQL without settings of its own, so that the planner makes it part of the query that asks.
create or replace function internal.product_category_lists(product_ids uuid[])
  returns table (product_id uuid, list json)
language sql stable rows 25
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
  -- Row by row, as in internal.variant_documents.
  from unnest(product_category_lists.product_ids) as w (id)
  cross join lateral (select t.* from app.product_categories t where t.product_id = w.id offset 0) pc
  cross join lateral (select t.id, t.name, t.slug from app.categories t where t.id = pc.category_id limit 1) c
  group by pc.product_id;
end;
grant execute on function internal.product_category_lists(uuid[]) to haat_api, haat_staff, haat_dba;
