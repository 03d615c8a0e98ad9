-- Gives why rows that wait (internal.stage_arrival) cannot be taken: rows of another company, and what is here already
-- and must be once, such as an id, an email of staff, the hash of a key or the slug of a store; and what may come
-- from no other database (internal.arrival_values).
-- Takes: the company.
-- Gives: the table, what is wrong, in how many rows, and some of the values.
--
-- Of unique indexes that begin with the company, none of its values can be here.
create or replace function internal.arrival_problems(company_id uuid)
  returns table (table_name text, problem text, rows bigint, examples text)
language plpgsql stable rows 3
set search_path = ''
as $$
declare
  v_table record;
  v_index record;
begin
  for v_table in
    with counters as materialized (
      select q.table_name, array_agg(q.column_name) as columns from internal.sequence_values() q
      where q.table_name is not null group by q.table_name)
    select t.table_name as name, internal.arrival_table(t.table_name) as waiting,
      replace(format(t.condition, arrival_problems.company_id), 'app.variants',
        internal.arrival_table('app.variants')) as condition, t.has_new_keys,
      array(select k from counters c, unnest(c.columns) k where c.table_name = t.table_name and k = any (t.columns))
        as counters
    from internal.carried_tables() t
  loop
    return query execute format(
      'select %L, ''of another company'', count(*), left(min(r::text), 80) from %s r where (%s) is not true
       having count(*) > 0', v_table.name, v_table.waiting, v_table.condition);
    return query
    select v_table.name, v.problem, v.rows, v.examples
    from internal.arrival_values(v_table.name, arrival_problems.company_id, v_table.counters) v;
    for v_index in
      select x.relname as name, pg_catalog.pg_get_expr(i.indpred, i.indrelid) as predicate,
        string_agg(format('%s as k%s', k.expression, k.n), ', ') as keys,
        string_agg(format('%s = a.k%s', k.expression, k.n), ' and ') as is_same,
        string_agg(
          format('case when pg_typeof(a.k%1$s) = ''bytea''::regtype then ''…'' else a.k%1$s::text end', k.n),
          ', ') as shown
      from pg_catalog.pg_index i
      join pg_catalog.pg_class x on x.oid = i.indexrelid
      cross join lateral (
        select n, format('(%s)', pg_catalog.pg_get_indexdef(i.indexrelid, n, true)) as expression
        from generate_series(1, i.indnkeyatts::integer) n
      ) k
      where i.indrelid = v_table.name::regclass and i.indisunique and not (i.indisprimary and v_table.has_new_keys)
        and not exists (
          select from pg_catalog.pg_attribute c
          where c.attrelid = i.indrelid and c.attname = 'company_id' and c.attnum = any (i.indkey::smallint[]))
      group by x.relname, i.indexrelid, i.indpred, i.indrelid
    loop
      return query execute format(
        'select %L, %L, count(*), left(string_agg(concat_ws('' '', %s), '', ''), 200)
         from (select %s from %s where %s) a
         where exists (select from %s where %s and %s) having count(*) > 0',
        v_table.name, 'is here already: ' || v_index.name, v_index.shown, v_index.keys, v_table.waiting,
        coalesce(v_index.predicate, 'true'), v_table.name, v_index.is_same, coalesce(v_index.predicate, 'true'));
    end loop;
  end loop;
end
$$;
