-- Shows variants without an inventory level at a location as the API does: as levels without an id and without stock.
-- Takes: the location and the variants in the order wanted.
-- Gives: the list, or null for none.
-- see: reference/inventory#list_inventory_levels
create or replace function internal.missing_level_documents(location_id uuid, variant_ids uuid[]) returns json
language sql stable
set search_path = ''
begin atomic
  select json_agg(
    json_build_object(
      'id', null,
      'store_id', v.store_id,
      'location_id', a.id,
      'variant_id', v.id,
      'sku', v.sku,
      'on_hand', 0,
      'reserved', 0,
      'available', 0,
      'low_stock_threshold', v.low_stock_threshold,
      'is_low_stock', true,
      'status', 'stock_not_set',
      'location', json_build_object('id', a.id, 'name', a.name, 'code', a.code),
      'variant', json_build_object(
        'id', v.id,
        'sku', v.sku,
        'barcode', v.barcode,
        'name', v.name,
        'product_id', p.id,
        'product_name', p.name),
      'bin', null,
      'created_at', null,
      'updated_at', null)
    order by w.n)
  from unnest(missing_level_documents.variant_ids) with ordinality as w (id, n)
  join app.variants v on v.id = w.id
  join app.products p on p.id = v.product_id
  join app.locations a on a.id = missing_level_documents.location_id;
end;
grant execute on function internal.missing_level_documents(uuid, uuid[]) to haat_api;
