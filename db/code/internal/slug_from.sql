create or replace function internal.slug_from(name text, fallback text) returns text
language sql immutable
return coalesce(nullif(pg_catalog.btrim(pg_catalog.left(pg_catalog.regexp_replace(pg_catalog.lower(name), '[^a-z0-9]+', '-', 'g'), 200), '-'), ''), fallback);
comment on function internal.slug_from(text, text) is 'Takes a name and what to use when it holds no Latin letter or digit; gives a slug: lower-case letters, digits, single hyphens, 200 characters at most. spec: Product, slug';
grant execute on function internal.slug_from(text, text) to haat_api, haat_staff;
