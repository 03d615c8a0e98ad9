-- Gives the way of internal.page_ids to the products of a category; null comes back where the input names none.
-- Constant text only.
-- Takes: the input of the product list.
-- spec: GET /products
--
-- One index holds the products of a category by status and time: from each status that fits come its next rows. What
-- is asked of the products beyond that is asked of each product of the category.
create or replace function internal.product_category_way(input jsonb) returns text
language sql immutable
return case
  when internal.is_listed_by_category(input) then pg_catalog.concat(
  'select t.id, t.created_at
   from app.categories c
   cross join unnest(array[''active'', ''archived'', ''draft'']) g (status)
   cross join lateral (
     select t.id, t.created_at
     from (
       select pc.company_id, pc.store_id, pc.product_id as id, pc.product_created_at as created_at
       from app.product_categories pc
       where pc.store_id = c.store_id and pc.category_id = c.id and pc.product_status = g.status
     ) t
     where {scope}
     {order} limit $6
   ) t
   where c.id = ($1 ->> ''category_id'')::uuid',
  case when input ->> 'status' is not null then ' and g.status = $1 ->> ''status''' end,
  ' {order} limit $6')
  when input ->> 'category_id' is not null then
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
