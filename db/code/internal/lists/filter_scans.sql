-- Gives the filter scans of internal.list_paths that a list has for the filters of an input (internal.filters).
-- Takes: the list, by the name of its table, and the input.
create or replace function internal.filter_scans(list text, input jsonb) returns text[]
language sql stable
begin atomic
  select coalesce(array_agg(
    concat('select t.* from app.', filter_scans.list, ' t where {scope} and ', f.condition, f.indexed)), '{}')
  from internal.filters f
  where filter_scans.list = any (f.lists) and filter_scans.input ->> f.field is not null and f.indexed is not null;
end;
grant execute on function internal.filter_scans(text, jsonb) to haat_gatekeeper;
