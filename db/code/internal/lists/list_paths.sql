-- Gives the access paths that a long list has for an input, beside the scan of its table: for internal.page_ids.
-- Takes: the list, by the name of its table, and the input, which has a filter.
-- Gives: groups: of what (alias g) the next rows are merged; match: which rows are of a group; rows: where they are
-- read, if not in the table, with {ends} for the ends of the scope; own_ends: match has the ends; answers: a filter
-- that need not be asked.
-- filter_scans: queries for the rows of {scope} that fit a filter; a row of nulls says that there are more than $10.
-- budget: how many rows are scanned along the table before anything else, and found by each filter scan.
-- filters_first: the filter scans come before that. older: the same for what was created before updated_after.
create or replace function internal.list_paths(list text, input jsonb) returns jsonb
language sql stable
return pg_catalog.jsonb_strip_nulls(case list
  when 'products' then internal.product_paths(input)
  when 'orders' then internal.order_paths(input)
  when 'customers' then
    pg_catalog.jsonb_build_object(
      -- A phone, or most of it.
      'filters_first', input ->> 'search' ~ '([0-9].*){6}',
      'filter_scans', internal.filter_scans('customers', input),
      'older', pg_catalog.jsonb_build_object(
        'filters_first', input ->> 'search' ~ '([0-9].*){6}',
        'filter_scans', internal.filter_scans('customers', input),
        'groups', internal.lifespan_groups('customers')))
  when 'inventory_levels' then
    internal.level_paths(input)
  when 'stock_movements' then
    pg_catalog.jsonb_build_object('groups', case
      -- "offset 0": found by the reference alone. Otherwise all rows of the scope are looked through as well.
      when input ->> 'order_id' is not null then pg_catalog.jsonb_build_object(
        'of', '(values (true)) g (is_one)',
        'rows', pg_catalog.format('(select t.* from app.stock_movements t where true%s offset 0)',
          internal.list_filters('stock_movements', pg_catalog.jsonb_build_object('order_id', ''))),
        'match', 'g.is_one',
        'answers', 'order_id')
      when input ->> 'sku' is not null then pg_catalog.jsonb_build_object(
        'of', '(select internal.find_sku(s.id, $1 ->> ''sku'') as variant_id from unnest($8) s (id)) g',
        'match', 't.variant_id = g.variant_id',
        'answers', 'sku') end)
  when 'parcels' then internal.parcel_paths(list, input)
  when 'returns' then internal.parcel_paths(list, input)
  when 'payments' then '{}'
  when 'order_calls' then '{}' end);
grant execute on function internal.list_paths(text, jsonb) to haat_gatekeeper;
