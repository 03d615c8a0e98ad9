-- Gives of each journaled table its columns that count, with their types, and those that the hashes of its journal
-- cover.
-- Gives: whether these are still its first columns. If not, internal.keep_journal makes new hashes.
create or replace function internal.journal_shape()
  returns table (table_name text, columns text[], known text[], is_kept boolean)
language sql stable rows 50
begin atomic
  select j.table_name, n.columns, s.columns,
    coalesce(n.columns[:pg_catalog.cardinality(s.columns)] = s.columns, not j.has_inserts)
  from internal.journaled_tables() j
  cross join lateral (
    select pg_catalog.array_agg(c.name || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod) order by c.place)
      as columns
    from unnest(j.counted) with ordinality as c (name, place)
    join pg_catalog.pg_attribute a on a.attrelid = j.table_name::regclass and a.attname = c.name
  ) n
  left join internal.journal_shapes s on s.table_name = j.table_name;
end;
grant execute on function internal.journal_shape() to haat_dba;
