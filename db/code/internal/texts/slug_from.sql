-- Makes a slug of a name: lower-case letters, digits, single hyphens.
-- Takes: the name, what to use when it holds no Latin or Bengali letter or digit, and the longest length (characters).
-- see: guides/overview#conventions
create or replace function internal.slug_from(name text, fallback text, longest integer default 200) returns text
language sql immutable
return coalesce(
  nullif(pg_catalog.btrim(pg_catalog.left(pg_catalog.btrim(
    pg_catalog.regexp_replace(pg_catalog.lower(internal.romanized(name)), '[^a-z0-9]+', '-', 'g'),
    '-'), longest), '-'), ''),
  fallback);
grant execute on function internal.slug_from(text, text, integer) to haat_api, haat_staff;
