-- Takes: the input of the levels list with missing_only.
-- Gives: the page of variants without a level at warehouse_id, archived products left out.
-- Raises: HT100 (store, cursor).
-- spec: Inventory level
--
-- Variants never stocked at a location, as levels of nothing. Such a row has no id of its own: the page goes by variant id.
create or replace function internal.missing_inventory_levels(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_company_id constant uuid := internal.current_company_id();
  v_location_id constant uuid := (input ->> 'warehouse_id')::uuid;
  v_limit constant integer := coalesce((input ->> 'limit')::integer, 25);
  v_cursor constant uuid := coalesce(input ->> 'starting_after', input ->> 'ending_before')::uuid;
  v_backward constant boolean := input ->> 'ending_before' is not null;
  v_descending constant boolean := (coalesce(input ->> 'sort', '-created_at') = '-created_at') <> v_backward;
  v_cursor_at timestamptz;
  v_ids uuid[];
  v_has_more boolean;
begin
  if v_cursor is not null then
    select v.created_at into v_cursor_at from app.variants v where v.id = v_cursor and (v_store_id is null or v.store_id = v_store_id);
    if v_cursor_at is null then
      perform internal.fail('HT100', 'The cursor is not the id of a record in the data this key sees.');
    end if;
  end if;
  execute format(
    'select array_agg(z.id order by z.created_at %2$s, z.id %2$s) from (
       select v.id, v.created_at from app.variants v join app.products p on p.id = v.product_id
       where %1$s and p.status <> ''archived'' and exists (select from app.locations a where a.id = $3)
         and not exists (select from app.inventory_levels l where l.variant_id = v.id and l.location_id = $3)
         %3$s and ($7 is null or v.id = $7)
       order by v.created_at %2$s, v.id %2$s limit $6) z',
    case when v_store_id is null then 'v.company_id = $1' else 'v.store_id = $2' end,
    case when v_descending then 'desc' else 'asc' end,
    case when v_cursor is null then '' when v_descending then 'and (v.created_at, v.id) < ($4, $5)' else 'and (v.created_at, v.id) > ($4, $5)' end)
    into v_ids using v_company_id, v_store_id, v_location_id, v_cursor_at, v_cursor, v_limit + 1, (input ->> 'variant_id')::uuid;
  v_has_more := coalesce(cardinality(v_ids), 0) > v_limit;
  v_ids := coalesce(v_ids[1:v_limit], '{}');
  if v_backward then
    v_ids := array(select u.id from unnest(v_ids) with ordinality as u (id, n) order by u.n desc);
  end if;
  return internal.page_document((
    select json_agg(json_build_object('id', null, 'store_id', v.store_id, 'location_id', a.id, 'variant_id', v.id, 'sku', v.sku, 'on_hand', 0, 'reserved', 0, 'available', 0,
      'low_stock_threshold', v.low_stock_threshold, 'is_low_stock', true, 'status', 'stock_not_set',
      'location', json_build_object('id', a.id, 'name', a.name, 'code', a.code),
      'variant', json_build_object('id', v.id, 'sku', v.sku, 'barcode', v.barcode, 'name', v.name, 'product_id', p.id, 'product_name', p.name),
      'created_at', null, 'updated_at', null) order by w.n)
    from unnest(v_ids) with ordinality as w (id, n)
    join app.variants v on v.id = w.id
    join app.products p on p.id = v.product_id
    join app.locations a on a.id = v_location_id),
    v_has_more, case when (v_has_more or v_backward) and cardinality(v_ids) > 0 then v_ids[cardinality(v_ids)] end);
end
$$;
grant execute on function internal.missing_inventory_levels(jsonb) to haat_api;
