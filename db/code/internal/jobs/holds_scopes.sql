-- Tells whether the key that acts here holds all of these scopes.
create or replace function internal.holds_scopes(scopes text[]) returns boolean
language sql stable
set search_path = ''
begin atomic
  select coalesce(pg_catalog.bool_and(gate.has_scope(
    coalesce(internal.context_setting('haat.scopes')::text[], '{}'), s.scope)), true)
  from pg_catalog.unnest(scopes) as s (scope);
end;
grant execute on function internal.holds_scopes(text[]) to haat_api;
