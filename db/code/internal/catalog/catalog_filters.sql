-- Writes the filters of the lists of categories, brands and attributes as clauses for internal.page_ids. The text is
-- constant; values come as $1.
-- Takes: the list's input.
-- spec: Other list endpoints
create or replace function internal.catalog_filters(input jsonb) returns text
language sql immutable
return pg_catalog.concat(
  case when input ->> 'status' is not null then
    ' and t.status = $1 ->> ''status''' end,
  case when input ->> 'type' is not null then
    ' and t.type = $1 ->> ''type''' end,
  case when input ->> 'search' is not null then
    ' and (internal.fold(t.name) like internal.like_pattern($1 ->> ''search'')'
    || ' or t.slug like internal.like_pattern($1 ->> ''search''))' end);
grant execute on function internal.catalog_filters(jsonb) to haat_api;
