-- Finds one page of ids, for every list.
-- Takes: a table with (id, company_id, store_id, created_at), the operation's input (limit, starting_after,
-- ending_before, sort, store_id, created_after, created_before, updated_after), conditions over alias t
-- (internal.filters), whether store_id narrows the rows, and the access paths that the list has beside its order
-- (internal.list_paths).
-- Gives: the ids of the page in order, whether more rows follow in that direction, and the next cursor.
-- Raises: HT100 (store_id or cursor outside the key).
-- see: guides/pagination-and-sync#pages
--
-- An ordered scan reads rows in the order of the list and asks the filters of each: cheap where many fit. A filter
-- scan finds the rows that fit by the index of a filter and sorts them: cheap where few fit. The planner cannot tell
-- which: behind row-level security it sees no statistics of words, and of two tables together there are none. So both
-- are tried in turn with the same budget of rows, four times as large in each round (budget doubling, "dovetailing"),
-- and the first that ends gives the page. Bound: where the cheapest of n paths reads r rows, all n together read at
-- most n * 16/3 * r, or n budgets of the first round. (A trigram index itself is read whole in each round.) A filter
-- that is likely to fit few is asked first, with a smaller budget (filters_first, budget). A list without filter
-- scans has one ordered scan without a budget.
--
-- An index gives an order only among equal values of its first columns: an ordered scan over groups merges the next
-- rows of each status, each location and so on.
--
-- A scope has two ends, each the nearer one of cursor and window: given two conditions on the same end of an index,
-- Postgres begins at either. With updated_after there are two scopes. What was created since has also changed since,
-- so an ordered scan is soon full; what is older has access paths of its own.
--
-- The text is constant, no value is ever part of it. It is planned at each call, with the values known; a static
-- statement falls to 0.4 % of the speed once the planner prefers its generic plan. The fence is written out, in a
-- form of which the planner expects that all rows pass, beside the scalar store or company that lets an index give
-- the order. $1 is the input, $2 the company, $3 the store, $4 and $5 the earlier end (time, id), $6 and $7 the later
-- one, $8 the stores in reach, $9 how many rows are wanted, $10 the budget.
create or replace function internal.page_ids(relation text, input jsonb, filters text default '',
  narrow_by_store boolean default true, paths jsonb default '{}',
  out ids uuid[], out has_more boolean, out next_cursor uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  -- Rows of the company (locations): store_id is checked, but does not narrow them.
  v_checked_store_id constant uuid := internal.find_store_for_reading(input);
  v_store_id constant uuid := case when narrow_by_store then v_checked_store_id end;
  v_company_id constant uuid := internal.current_company_id();
  v_store_ids constant uuid[] := internal.stores_in_reach(v_store_id);
  v_near constant text := case when v_store_id is null then 't.company_id = $2' else 't.store_id = $3' end;
  v_cursor constant record := internal.find_cursor(relation, input,
    v_near || case when narrow_by_store then ' and t.store_id = any (internal.current_store_ids())' else '' end,
    v_company_id, v_store_id);
  v_fence constant text := v_near
    || case when narrow_by_store then ' and pg_catalog.array_position($8, t.store_id) is not null' else '' end;
  v_limit constant integer := coalesce((input ->> 'limit')::integer, 25);
  v_backward constant boolean := input ->> 'ending_before' is not null;
  -- Newest first unless asked otherwise. A page before the cursor is read the other way and turned round at the end.
  v_descending constant boolean := (coalesce(input ->> 'sort', '-created_at') = '-created_at') <> v_backward;
  v_scope record;
begin
  ids := '{}';
  for v_scope in select * from internal.page_scopes(input, v_cursor.created_at, v_cursor.cursor_id, v_descending) loop
    ids := ids || internal.scan_scope(relation, coalesce(case when v_scope.is_older then paths -> 'older' end, paths),
      v_fence, filters, v_descending, input, v_company_id, v_store_id, v_store_ids,
      v_scope.low_at, v_scope.low_id, v_scope.high_at, v_scope.high_id, v_limit + 1 - cardinality(ids));
    exit when cardinality(ids) > v_limit;
  end loop;
  has_more := cardinality(ids) > v_limit;
  ids := ids[1:v_limit];
  if v_backward then
    ids := array(select u.id from unnest(ids) with ordinality as u (id, n) order by u.n desc);
  end if;
  if cardinality(ids) > 0 and (has_more or v_backward) then
    next_cursor := ids[cardinality(ids)];
  end if;
end
$$;
grant execute on function internal.page_ids(text, jsonb, text, boolean, jsonb) to haat_api, haat_gatekeeper;
