-- Gives the query for the next rows of internal.page_walk along a way: among those of a category, a status and so on.
-- Takes: the way (internal.page_ids), the table, and the filters that the way itself knows.
create or replace function internal.walk_along(way text, relation text, filters text) returns text
language sql immutable strict
return pg_catalog.format(
  'select t.* from (%s) w cross join lateral (select t.* from %s t where t.id = w.id limit 1) t {order}',
  replace(replace(way, '{filters}', filters), '$6', '$7'), relation);
grant execute on function internal.walk_along(text, text, text) to haat_gatekeeper;
