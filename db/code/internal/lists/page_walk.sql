-- Looks for a page of internal.page_ids among the next rows as they come, whatever the planner thinks of the filters.
-- Takes: what internal.page_ids knows: the table, the input, filters, condition of company and store ($2, $3, $8), the
-- condition and place of its cursor, the direction, how many rows are wanted, how many to walk at first; a query for
-- all that fit, (id, created_at), written as a way, that may give a row of nulls where it finds more than $7; and
-- where a longer walk is not along the table, a query for its next $7 rows (internal.walk_along).
-- Gives: the ids in order, and whether they are all that is wanted or that there is: with such a query always.
-- Without, a way is to be asked.
-- spec: Pagination
--
-- To gather costs what many rows have in common, however few are shown: all orders of all who bear a name. To walk
-- costs how far it is to the rows that fit. Neither is known beforehand. So both are tried in turn, with a small
-- budget at first: where there is more to gather than was walked at last, the walk goes on, four times as far. Neither
-- is taken to its end where the other ends soon. A walk begins and ends with the window of the list.
create or replace function internal.page_walk(relation text, input jsonb, filters text, scope text, keyset text,
  company_id uuid, store_id uuid, store_ids uuid[], cursor_at timestamptz, cursor_id uuid, descending boolean,
  wanted integer, first_rows integer, gathered text, walked text,
  out ids uuid[], out is_whole boolean)
language plpgsql stable
set search_path = ''
as $$
declare
  v_order constant text := case when descending
    then 'order by t.created_at desc, t.id desc' else 'order by t.created_at, t.id' end;
  v_order_back constant text := case when descending
    then 'order by t.created_at, t.id' else 'order by t.created_at desc, t.id desc' end;
  v_end constant text := internal.page_window(input, not descending);
  -- A cursor within the window says more than the window's end.
  v_begin text := case when keyset = '' then internal.page_window(input, descending) else keyset end;
  v_walk text := format('select t.* from %s t where {scope} {order} limit $7', relation);
  v_at timestamptz := cursor_at;
  v_id uuid := cursor_id;
  v_rows integer := first_rows;
  v_found uuid[];
  v_count integer;
begin
  ids := '{}';
  loop
    execute format(
      'with next as materialized (%1$s),
         last as (select t.created_at, t.id from next t %4$s limit 1)
       select
         (select array_agg(t.id %3$s) from (select t.id, t.created_at from next t where true%2$s %3$s limit $6) t),
         (select count(*) from next), (select t.created_at from last t), (select t.id from last t)',
      replace(replace(v_walk, '{scope}', scope || v_begin || v_end), '{order}', v_order),
      filters, v_order, v_order_back)
      into v_found, v_count, v_at, v_id
      using input, company_id, store_id, v_at, v_id, wanted - cardinality(ids), v_rows, store_ids;
    ids := ids || v_found;
    is_whole := v_count < v_rows or cardinality(ids) >= wanted;
    exit when is_whole or gathered is null;
    execute format(
      'with gathered as materialized (%s), few as materialized (select t.* from gathered t limit $7 + 1)
       select
         (select array_agg(t.id %2$s) from (select distinct t.id, t.created_at from few t %2$s limit $6) t),
         (select count(*) <= $7 and count(*) = count(t.id) from few t)',
      replace(replace(replace(gathered, '{scope}', scope || keyset), '{filters}', filters), '{order}', v_order),
      v_order)
      into v_found, is_whole
      using input, company_id, store_id, cursor_at, cursor_id, wanted, v_rows, store_ids;
    if is_whole then
      ids := v_found;
    end if;
    exit when is_whole;
    v_rows := v_rows * 4;
    if v_walk is distinct from walked and walked is not null then
      v_walk := walked;
      ids := '{}';
      v_at := cursor_at;
      v_id := cursor_id;
    else
      v_begin := internal.page_keyset('{}', v_at, v_id, descending);
    end if;
  end loop;
end
$$;
grant execute on function internal.page_walk(text, jsonb, text, text, text, uuid, uuid, uuid[], timestamptz, uuid,
  boolean, integer, integer, text, text) to haat_api, haat_gatekeeper;
