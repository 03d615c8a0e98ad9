-- Gives the access paths of the product list (internal.list_paths).
-- Takes: the input of the list.
-- see: reference/products#list_products
create or replace function internal.product_paths(input jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_search constant text := internal.fold(input ->> 'search');
  v_fitting constant text := 'select t.* from app.products t where {scope}'
    || internal.list_filters('products', input - 'category_id')
    || case when length(v_search) between 1 and 2 then
      ' and internal.short_grams(t.search_text) operator(pg_catalog.@>) array[internal.fold($1 ->> ''search'')]'
      else '' end;
  v_of_category constant text := case when input ->> 'category_id' is not null then
    'select t.*
     from app.categories c
     join app.product_categories pc on pc.store_id = c.store_id and pc.category_id = c.id
     cross join lateral (select t.* from app.products t where t.id = pc.product_id and {scope} limit 1) t
     where c.id = ($1 ->> ''category_id'')::uuid' end;
begin
  -- One index has the products of a category by status, in the order of the list, and nothing else of them.
  if v_of_category is not null and not input ?| '{search,brand_id,tag,updated_after,updated_before}' then
    return jsonb_build_object('groups', jsonb_build_object(
      'of', '(select c.store_id, c.id as category_id, s.status
         from app.categories c cross join unnest(array[''active'', ''archived'', ''draft'']) s (status)
         where c.id = ($1 ->> ''category_id'')::uuid) g',
      'rows', '(select pc.company_id, pc.store_id, pc.category_id, pc.product_status as status, pc.product_id as id,
           pc.product_created_at as created_at
         from app.product_categories pc)',
      'match', 't.store_id = g.store_id and t.category_id = g.category_id and t.status = g.status',
      'answers', 'category_id'));
  end if;
  return jsonb_build_object(
    -- The index of trigrams knows at once where few products have the term, as where it is a SKU. A word that many
    -- have costs it little: it gives up early.
    'filters_first', length(v_search) > 2,
    'budget', case when length(v_search) > 2 then 30 end,
    'filter_scans', array_remove(
      array[case when input ?| '{search,brand_id,tag}' then v_fitting end, v_of_category], null),
    'older', jsonb_build_object(
      'filters_first', true,
      'filter_scans', array_remove(array[v_fitting, v_of_category], null)));
end
$$;
grant execute on function internal.product_paths(jsonb) to haat_gatekeeper;
