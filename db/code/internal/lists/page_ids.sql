-- Finds one page of ids, for every list.
-- Takes: a table with (id, company_id, store_id, created_at), the operation's input (limit, starting_after,
-- ending_before, sort, store_id, updated_after), filter clauses over alias t that read their values from $1 (the
-- input), whether store_id narrows the rows, how many rows to try first where the filters may let few through (0: all
-- at once), and where there is one, another way to the rows than along the table, and to those that changed since
-- updated_after. Instead of a way: a query for all that fit, to be asked where they are few, and how else to walk
-- (gathered, walked; see internal.page_walk).
-- Gives: the ids of the page in order, whether more rows follow in that direction, and the next cursor.
-- Raises: HT100 (store_id or cursor outside the key).
-- spec: Pagination
--
-- Built from constant text only: no value is ever part of the SQL. Planned at each call on purpose: with the values
-- known, the plan is always the index walk, whatever filters are present. (A static statement with "null or" filters
-- falls to 0.4 % of the speed once the planner prefers its generic plan.) The scalar store_id or company_id condition
-- beside the fence is what lets the index give the order. The fence is written out in a form of which the planner
-- expects that all rows pass, for those who call this as the gatekeeper (internal.list_page).
--
-- A way is a query for (id, created_at). {scope} stands for the conditions of company, store and cursor, {filters} for
-- the filters, {order} for the order; $6 is how many rows are wanted. A change_way has {after} and {before} too, for
-- the time of the cursor where the page comes after or before it in time, otherwise null.
--
-- updated_after takes two steps. What was created since is what changed since, so along the table the page is soon
-- full. What is older is found by its change_way, or gathered by the time of its last change: along the table it may
-- be anywhere.
create or replace function internal.page_ids(relation text, input jsonb, filters text default '',
  narrow_by_store boolean default true, probe_rows integer default 0, way text default null,
  change_way text default null, gathered text default null, walked text default null,
  out ids uuid[], out has_more boolean, out next_cursor uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  -- Rows of the company (locations): store_id is checked, but does not narrow them.
  v_checked_store_id constant uuid := internal.find_store_for_reading(input);
  v_store_id constant uuid := case when narrow_by_store then v_checked_store_id end;
  v_company_id constant uuid := internal.current_company_id();
  -- Without a store, none to try in.
  v_store_ids constant uuid[] := case
    when v_store_id is null then internal.stores_in_reach(null) else internal.current_store_ids() end;
  v_near constant text := case when v_store_id is null then 't.company_id = $2' else 't.store_id = $3' end;
  v_cursor constant record := internal.find_cursor(relation, input,
    v_near || case when narrow_by_store then ' and t.store_id = any (internal.current_store_ids())' else '' end,
    v_company_id, v_store_id);
  v_scope constant text := v_near
    || case when narrow_by_store then ' and pg_catalog.array_position($8, t.store_id) is not null' else '' end;
  v_limit constant integer := coalesce((input ->> 'limit')::integer, 25);
  v_backward constant boolean := input ->> 'ending_before' is not null;
  -- Newest first unless asked otherwise. A page before the cursor is read the other way and turned round at the end.
  v_descending constant boolean := (coalesce(input ->> 'sort', '-created_at') = '-created_at') <> v_backward;
  v_order constant text := case when v_descending
    then 'order by t.created_at desc, t.id desc' else 'order by t.created_at, t.id' end;
  v_keyset constant text := internal.page_keyset(input, v_cursor.created_at, v_cursor.cursor_id, v_descending);
  v_step record;
  v_is_whole boolean := false;
  v_found uuid[];
begin
  if probe_rows > 0 then
    select w.ids, w.is_whole into ids, v_is_whole
      from internal.page_walk(relation, input, filters, v_scope, v_keyset, v_company_id, v_store_id, v_store_ids,
        v_cursor.created_at, v_cursor.cursor_id, v_descending, v_limit + 1, probe_rows, gathered, walked) w;
  end if;
  if not v_is_whole then
    ids := '{}';
    for v_step in select * from internal.page_steps(relation, input, way, change_way,
      v_keyset, v_cursor.created_at, v_descending) loop
      execute format('select array_agg(t.id %2$s) from (%1$s) t',
        replace(replace(replace(v_step.query,
          '{scope}', v_scope || v_step.bounds), '{filters}', filters), '{order}', v_order),
        v_order)
        into v_found
        using input, v_company_id, v_store_id, v_cursor.created_at, v_cursor.cursor_id,
          v_limit + 1 - cardinality(ids), probe_rows, v_store_ids;
      ids := ids || v_found;
      exit when cardinality(ids) > v_limit;
    end loop;
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
grant execute on function internal.page_ids(text, jsonb, text, boolean, integer, text, text, text, text)
  to haat_api, haat_gatekeeper;
