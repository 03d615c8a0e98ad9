-- Gives the columns of a table that hold keys of files in the storage.
create or replace function internal.media_columns(relation regclass) returns text[]
language sql stable
set search_path = ''
begin atomic
  select coalesce(array_agg(a.attname::text order by a.attnum), '{}')
  from pg_catalog.pg_attribute a
  where a.attrelid = relation and a.attnum > 0 and not a.attisdropped and a.atttypid = 'text'::regtype
    and a.attname ~ '(^|_)(media_key|storage_key|poster_key|cover_key|image|logo)$';
end;
