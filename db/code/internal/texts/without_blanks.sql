-- Gives the changes that staff send, as the API takes them: an empty text clears a field, null leaves it as it is.
-- Texts lose the blanks around them.
create or replace function internal.without_blanks(changes jsonb) returns jsonb
language sql immutable
set search_path = ''
begin atomic
  select coalesce(jsonb_object_agg(c.key, case jsonb_typeof(c.value)
      when 'string' then to_jsonb(nullif(btrim(c.value #>> '{}'), ''))
      else c.value end), '{}')
  from jsonb_each(changes) c
  where c.value <> 'null';
end;
