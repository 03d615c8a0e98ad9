-- Finds the variants that have no inventory level at a location, from the cursor on.
-- Takes: the input of the levels list with missing_only and warehouse_id, and how many at most.
-- Gives: their ids in the direction of the page.
-- Raises: HT100 (store, cursor).
create or replace function internal.missing_level_variants(input jsonb, at_most integer) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_store_ids constant uuid[] := case
    when v_store_id is null then internal.stores_in_reach(null) else array[v_store_id] end;
  v_cursor constant uuid := coalesce(input ->> 'starting_after', input ->> 'ending_before')::uuid;
  v_is_backward constant boolean := input ->> 'ending_before' is not null;
  v_is_descending constant boolean := (coalesce(input ->> 'sort', '-created_at') = '-created_at') <> v_is_backward;
  v_of_sku constant uuid[] := array(
    select internal.find_sku(s.id, input ->> 'sku') from unnest(v_store_ids) s (id) where input ->> 'sku' is not null);
  v_cursor_at timestamptz;
  v_ids uuid[];
begin
  if v_cursor is not null then
    select v.created_at into v_cursor_at
      from app.variants v
      where v.id = v_cursor and (v_store_id is null or v.store_id = v_store_id);
    if v_cursor_at is null then
      perform internal.fail('HT100', 'gone.cursor');
    end if;
  end if;
  execute format(
    'select array_agg(z.variant_id order by z.created_at %1$s, z.variant_id %1$s)
     from (
       select x.variant_id, x.created_at
       from unnest($1) s (id)
       cross join lateral (
         select m.variant_id, m.created_at
         from app.missing_levels m
         where m.company_id = $2 and m.store_id = s.id and m.location_id = $3 and not m.is_archived%2$s%3$s
         order by m.created_at %1$s, m.variant_id %1$s
         limit $6
       ) x
       order by x.created_at %1$s, x.variant_id %1$s
       limit $6
     ) z',
    case when v_is_descending then 'desc' else 'asc' end,
    case
      when v_cursor is null then ''
      when v_is_descending then ' and (m.created_at, m.variant_id) < ($4, $5)'
      else ' and (m.created_at, m.variant_id) > ($4, $5)' end,
    concat(
      case when input ->> 'variant_id' is not null then
        ' and m.created_at = (select v.created_at from app.variants v where v.id = $7) and m.variant_id = $7' end,
      case when input ->> 'sku' is not null then
        ' and m.created_at = any (array(select v.created_at from app.variants v where v.id = any ($8)))
          and m.variant_id = any ($8)' end))
    into v_ids
    using v_store_ids, internal.current_company_id(), (input ->> 'warehouse_id')::uuid, v_cursor_at, v_cursor,
      at_most, (input ->> 'variant_id')::uuid, v_of_sku;
  return coalesce(v_ids, '{}');
end
$$;
grant execute on function internal.missing_level_variants(jsonb, integer) to haat_api;
