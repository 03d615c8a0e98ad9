-- Tells whether a table has a column of this name.
create or replace function internal.has_column(relation regclass, name text) returns boolean
language sql stable
return exists (
  select from pg_catalog.pg_attribute a
  where a.attrelid = relation and a.attname = name and not a.attisdropped);
grant execute on function internal.has_column(regclass, text)
  to haat_gateway, haat_staff_gateway, haat_worker, haat_dba;
