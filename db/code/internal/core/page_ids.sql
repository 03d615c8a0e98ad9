-- Takes: a table with (id, company_id, store_id, created_at), an operation's input (limit, starting_after,
-- ending_before, sort, store_id) and filter clauses over alias t that read $1 (the input), and among how many rows to
-- look first where filters may let few through (0: all at once).
-- Gives: the page's ids in order, whether rows lie further that way, and the next cursor.
-- Raises: HT100 for a store or cursor outside the key.
-- spec: Pagination
--
-- One keyset page of ids, for every list. Built from constant text only: filters are clauses written in the calling
-- function which read their values from $1 (the input), so no value is ever part of the SQL. Planned at each call on
-- purpose: with the values known the plan is always the index walk, whatever filters are present (notes: a static
-- statement with "null or" filters falls to 0.4 % of the speed once the planner prefers its generic plan).
-- The scalar store_id or company_id predicate beside the fence is what lets the index give the order.
create or replace function internal.page_ids(relation text, input jsonb, filters text default '', narrow_by_store boolean default true, probe_rows integer default 0,
  out ids uuid[], out has_more boolean, out next_cursor uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id uuid := case when narrow_by_store then internal.find_store_for_reading(input) end;
  v_company_id uuid := internal.current_company_id();
  v_limit integer := coalesce((input ->> 'limit')::integer, 25);
  v_backward boolean := input ->> 'ending_before' is not null;
  v_cursor uuid := coalesce(input ->> 'starting_after', input ->> 'ending_before')::uuid;
  v_cursor_at timestamptz;
  -- Newest first unless asked otherwise; a page before the cursor walks the other way and is turned round at the end.
  v_descending boolean := (coalesce(input ->> 'sort', '-created_at') = '-created_at') <> v_backward;
  v_direction text := case when v_descending then 'desc' else 'asc' end;
  v_scope text := case when v_store_id is null then 't.company_id = $2' else 't.store_id = $3' end;
  v_keyset text := '';
  v_from text;
  v_looked integer;
begin
  if v_store_id is null and not narrow_by_store then
    -- Company rows (locations): store_id is checked, yet does not narrow them.
    perform internal.find_store_for_reading(input);
  end if;
  if v_cursor is not null then
    execute format('select t.created_at from %s t where t.id = $4 and %s', relation, v_scope)
      into v_cursor_at using input, v_company_id, v_store_id, v_cursor;
    if v_cursor_at is null then
      perform internal.fail('HT100', 'The cursor is not the id of a record in the data this key sees.',
        jsonb_build_object(case when v_backward then 'ending_before' else 'starting_after' end, jsonb_build_array('is not a record of this list')));
    end if;
    v_keyset := case when v_descending then ' and (t.created_at, t.id) < ($4, $5)' else ' and (t.created_at, t.id) > ($4, $5)' end;
  end if;
  v_from := format('%s t where %s%s', relation, v_scope, v_keyset);
  if probe_rows > 0 then
    -- Only among the next rows as they come: this walks the index, whatever the planner thinks of the filters.
    execute format(
      'with next as materialized (select t.* from %1$s order by t.created_at %2$s, t.id %2$s limit $7)
       select (select array_agg(z.id order by z.created_at %2$s, z.id %2$s) from (select t.id, t.created_at from next t where true%3$s order by t.created_at %2$s, t.id %2$s limit $6) z),
              (select count(*) from next)',
      v_from, v_direction, filters)
      into ids, v_looked using input, v_company_id, v_store_id, v_cursor_at, v_cursor, v_limit + 1, probe_rows;
  end if;
  -- Enough of them passed, or there are no more: else all rows are looked through.
  if probe_rows = 0 or (v_looked = probe_rows and coalesce(cardinality(ids), 0) <= v_limit) then
    execute format(
      'select array_agg(z.id order by z.created_at %2$s, z.id %2$s) from (select t.id, t.created_at from %1$s%3$s order by t.created_at %2$s, t.id %2$s limit $6) z',
      v_from, v_direction, filters)
      into ids using input, v_company_id, v_store_id, v_cursor_at, v_cursor, v_limit + 1;
  end if;
  has_more := coalesce(cardinality(ids), 0) > v_limit;
  ids := coalesce(ids[1:v_limit], '{}');
  if v_backward then
    ids := array(select u.id from unnest(ids) with ordinality as u (id, n) order by u.n desc);
  end if;
  if cardinality(ids) > 0 and (has_more or v_backward) then
    next_cursor := ids[cardinality(ids)];
  end if;
end
$$;
grant execute on function internal.page_ids(text, jsonb, text, boolean, integer) to haat_api, haat_gatekeeper;
