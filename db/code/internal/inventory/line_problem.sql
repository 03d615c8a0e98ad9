-- Gives what was refused of one line of a list, for internal.refuse_lines.
-- Takes: the list, the place of the line in it (from 0), the code, and the detail of the error as internal.fail
-- wrote it.
-- Gives: {code, fields}, the fields named as in lines.3.sku.
create or replace function internal.line_problem(list text, place integer, code text, detail text) returns jsonb
language sql immutable
set search_path = ''
begin atomic
  select jsonb_build_object(
    'code', code,
    'fields', jsonb_object_agg(format('%s.%s.%s', list, place, f.key), f.value order by f.key))
  from jsonb_each(detail::jsonb -> 'problems') f;
end;
