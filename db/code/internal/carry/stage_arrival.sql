-- Makes the temporary tables for the rows of a company that comes with its files; they go with the transaction.
-- Gives: each table, its columns, and the statement that takes some of its rows: a JSON array of objects whose values
-- are the text of Postgres (internal.carried_queries).
create or replace function internal.stage_arrival() returns table (name text, columns text[], statement text)
language plpgsql volatile rows 80
set search_path = ''
as $$
begin
  for stage_arrival.name, stage_arrival.columns, stage_arrival.statement in
    select t.table_name, t.columns, format('insert into %s (%s) select %s from json_to_recordset($1) as r (%s)',
      internal.arrival_table(t.table_name), c.names, c.typed, c.texts)
    from internal.carried_tables() t
    cross join lateral (
      select string_agg(quote_ident(k.name), ', ' order by k.n) as names,
        string_agg(format('r.%I::%s', k.name, t.types[k.n]), ', ' order by k.n) as typed,
        string_agg(format('%I text', k.name), ', ' order by k.n) as texts
      from unnest(t.columns) with ordinality as k (name, n)
    ) c
    order by t.table_name
  loop
    -- So made, it asks nothing of its rows.
    execute format('create temporary table %I on commit drop as table %s with no data',
      split_part(internal.arrival_table(stage_arrival.name), '.', 2), stage_arrival.name);
    return next;
  end loop;
end
$$;
