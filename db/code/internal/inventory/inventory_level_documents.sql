-- Shows inventory levels as the API does.
-- Takes: level ids.
-- Gives: each level that the caller can see, in the order of the ids.
-- see: reference/inventory#list_inventory_levels
create or replace function internal.inventory_level_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, l.id, row_to_json(d)
  from unnest(inventory_level_documents.ids) with ordinality as w (id, n)
  -- Row by row: inside the fence the planner takes a company's rows for few, and would join with all of them.
  cross join lateral (select t.* from app.inventory_levels t where t.id = w.id limit 1) l
  cross join lateral (select t.* from app.variants t where t.id = l.variant_id limit 1) v
  cross join lateral (select t.id, t.name from app.products t where t.id = v.product_id limit 1) p
  cross join lateral (select t.id, t.name, t.code from app.locations t where t.id = l.location_id limit 1) a
  cross join lateral (
    select
      l.id,
      l.store_id,
      l.location_id,
      l.variant_id,
      v.sku,
      l.on_hand,
      l.reserved,
      l.on_hand - l.reserved as available,
      v.low_stock_threshold,
      l.on_hand - l.reserved <= v.low_stock_threshold as is_low_stock,
      case
        when l.on_hand - l.reserved <= 0 then 'out_of_stock'
        when l.on_hand - l.reserved <= v.low_stock_threshold then 'low_stock'
        else 'in_stock' end as status,
      json_build_object('id', a.id, 'name', a.name, 'code', a.code) as location,
      json_build_object(
        'id', v.id,
        'sku', v.sku,
        'barcode', v.barcode,
        'name', v.name,
        'product_id', p.id,
        'product_name', p.name) as variant,
      l.bin,
      internal.timestamp_text(l.created_at) as created_at,
      internal.timestamp_text(l.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.inventory_level_documents(uuid[]) to haat_api, haat_staff;
