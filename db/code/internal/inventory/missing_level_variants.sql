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
  v_cursor constant uuid := coalesce(input ->> 'starting_after', input ->> 'ending_before')::uuid;
  v_is_backward constant boolean := input ->> 'ending_before' is not null;
  v_is_descending constant boolean := (coalesce(input ->> 'sort', '-created_at') = '-created_at') <> v_is_backward;
  v_cursor_at timestamptz;
  v_ids uuid[];
begin
  if v_cursor is not null then
    select v.created_at into v_cursor_at
      from app.variants v
      where v.id = v_cursor and (v_store_id is null or v.store_id = v_store_id);
    if v_cursor_at is null then
      perform internal.fail('HT100', 'The cursor is not the id of a record in the data this key sees.');
    end if;
  end if;
  execute format(
    'select array_agg(z.id order by z.created_at %2$s, z.id %2$s)
     from (
       select v.id, v.created_at
       from app.variants v
       join app.products p on p.id = v.product_id
       where %1$s
         and p.status <> ''archived''
         and exists (select from app.locations a where a.id = $3)
         and not exists (select from app.inventory_levels l where l.variant_id = v.id and l.location_id = $3)
         %3$s
         and ($7 is null or v.id = $7)
       order by v.created_at %2$s, v.id %2$s
       limit $6
     ) z',
    case when v_store_id is null then 'v.company_id = $1' else 'v.store_id = $2' end,
    case when v_is_descending then 'desc' else 'asc' end,
    case
      when v_cursor is null then ''
      when v_is_descending then 'and (v.created_at, v.id) < ($4, $5)'
      else 'and (v.created_at, v.id) > ($4, $5)' end)
    into v_ids
    using internal.current_company_id(), v_store_id, (input ->> 'warehouse_id')::uuid, v_cursor_at, v_cursor,
      at_most, (input ->> 'variant_id')::uuid;
  return coalesce(v_ids, '{}');
end
$$;
grant execute on function internal.missing_level_variants(jsonb, integer) to haat_api;
