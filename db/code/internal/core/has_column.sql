create or replace function internal.has_column(relation regclass, name text) returns boolean
language sql stable
return exists (select from pg_catalog.pg_attribute a where a.attrelid = relation and a.attname = name and not a.attisdropped);
comment on function internal.has_column(regclass, text) is 'Takes a table and a name; tells whether the table has such a column.';
grant execute on function internal.has_column(regclass, text) to haat_dba;
