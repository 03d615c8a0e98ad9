-- Gives the fields of a row that changes name.
create or replace function internal.fields_of(record jsonb, changes jsonb) returns jsonb
language sql immutable
set search_path = ''
begin atomic
  select coalesce(jsonb_object_agg(c.name, record -> c.name), '{}') from jsonb_object_keys(changes) as c (name);
end;
