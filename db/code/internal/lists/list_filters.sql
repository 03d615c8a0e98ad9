-- Gives the conditions of a list's filters that an input has (internal.filters), each after an "and".
-- Takes: the list, by the name of its table, and the input.
create or replace function internal.list_filters(list text, input jsonb) returns text
language sql stable
begin atomic
  select coalesce(string_agg(' and ' || f.condition, ''), '')
  from internal.filters f
  where list_filters.list = any (f.lists) and list_filters.input ->> f.field is not null;
end;
grant execute on function internal.list_filters(text, jsonb) to haat_api, haat_gatekeeper;
