-- Gives the way of internal.page_ids to the products of a category that few products are of; null comes back where
-- the input names no category. Constant text only.
-- Takes: the input of the product list.
-- spec: GET /products
create or replace function internal.product_category_way(input jsonb) returns text
language sql immutable
return case when input ->> 'category_id' is not null then
  'select t.id, t.created_at
   from (
     select pc.product_id as id
     from app.categories c
     join app.product_categories pc on pc.store_id = c.store_id and pc.category_id = c.id
     where c.id = ($1 ->> ''category_id'')::uuid
     offset 0
   ) p
   cross join lateral (
     select t.id, t.created_at from app.products t where t.id = p.id and {scope}{filters} limit 1
   ) t
   {order} limit $6' end;
grant execute on function internal.product_category_way(jsonb) to haat_gatekeeper;
