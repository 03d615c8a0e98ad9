-- Gives the columns of a table that the caller may read, of an alias t: who audits reads no secrets,
-- and so no whole rows.
create or replace function internal.audited_columns(table_name text) returns text
language sql stable
set search_path = ''
as $$
  select string_agg(format('t.%I', a.attname), ', ' order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = audited_columns.table_name::regclass and a.attnum > 0 and not a.attisdropped
    and has_column_privilege(a.attrelid, a.attnum, 'select')
$$;
grant execute on function internal.audited_columns(text) to haat_gatekeeper, haat_dba;
