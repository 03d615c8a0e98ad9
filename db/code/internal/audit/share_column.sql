-- Gives the column by which the rows of a table belong to the shares of the audits: its id, or the record that its key
-- names; null for a table without either, which is small.
create or replace function internal.share_column(table_name text, out id_column text)
language sql stable
set search_path = ''
as $$
  select (
    select a.attname::text
    from pg_catalog.pg_index i
    cross join lateral unnest(i.indkey) with ordinality as k (number, place)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = share_column.table_name::regclass and i.indisprimary and a.atttypid = 'uuid'::regtype
    order by a.attname <> 'id', a.attname in ('company_id', 'store_id'), k.place limit 1)
$$;
grant execute on function internal.share_column(text) to haat_dba;
