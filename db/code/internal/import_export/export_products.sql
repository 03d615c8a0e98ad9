-- Gives a store's products as they are written to a file of another shop, oldest first, a page at a time.
-- Takes: the store, the last product of the page before (null: the first) and how many.
-- Gives: each as the API shows it, with category_paths, and for each variant stock (on hand at all locations), bin
-- (where all its locations have the same one) and cost_price, the average cost, for who may see costs.
-- Raises: HT014 (permission), HT100 (store_id).
create or replace function internal.export_products(store_id uuid, after uuid default null, most integer default 100)
  returns table (id uuid, document jsonb)
language plpgsql stable security definer rows 100
set search_path = ''
as $$
declare
  v_ids uuid[];
  v_shows_costs constant boolean := internal.is_permitted('costs.read');
begin
  perform internal.require_import(export_products.store_id, 'products');
  v_ids := array(
    select p.id from app.products p
    where p.store_id = export_products.store_id
      and (export_products.after is null or p.id > export_products.after)
    order by p.id limit export_products.most);
  return query
  select d.id, d.document::jsonb || jsonb_build_object(
    'category_paths', (
      select coalesce(jsonb_agg(internal.category_path(c.category_id) order by c.is_primary desc, c.position), '[]')
      from app.product_categories c where c.product_id = d.id),
    'variants', (
      select jsonb_agg(v.variant || jsonb_build_object(
          'stock', (select coalesce(sum(l.on_hand), 0) from app.inventory_levels l
            where l.store_id = export_products.store_id and l.variant_id = (v.variant ->> 'id')::uuid),
          'bin', (select case when count(distinct l.bin) = 1 and count(l.bin) = count(*) then min(l.bin) end
            from app.inventory_levels l
            where l.store_id = export_products.store_id and l.variant_id = (v.variant ->> 'id')::uuid),
          'cost_price', case when v_shows_costs then (select round(t.average_cost, 2)::text from app.variant_costs t
            where t.variant_id = (v.variant ->> 'id')::uuid) end)
        order by v.n)
      from jsonb_array_elements(d.document::jsonb -> 'variants') with ordinality as v (variant, n)))
  from internal.product_documents(v_ids) d
  order by d.ordinal;
end
$$;
grant execute on function internal.export_products(uuid, uuid, integer) to haat_staff;
