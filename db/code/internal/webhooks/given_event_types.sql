-- Gives the event types that a key asks for, each once, or null where none are given.
-- Takes: the input of an operation. {*} is everything that the key may read, types of later releases too.
-- Raises: HT004 (the scope of a type), HT008 (event_types).
-- see: guides/webhooks#endpoints-of-a-key
create or replace function internal.given_event_types(input jsonb) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_types constant text[] := case when jsonb_typeof(input -> 'event_types') = 'array' then array(
    select t.type from jsonb_array_elements_text(input -> 'event_types') with ordinality as t (type, n)
    group by t.type order by min(t.n)) end;
begin
  if v_types is null then
    return null;
  end if;
  perform internal.check_event_types(v_types);
  if v_types <> '{*}' then
    perform internal.readable_event_types(v_types);
  end if;
  return v_types;
end
$$;
