-- Gives a document without the personal data of a customer: the value of a key that names such data goes, at every
-- depth; the rest stays byte for byte. A document that holds none comes back as it is.
--
create or replace function internal.redact(document json, keys text[] default internal.personal_keys()) returns json
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  v_text text;
begin
  case json_typeof(document)
    when 'object' then
      select '{' || string_agg(to_json(f.key)::text || ':' || f.redacted::text, ',' order by f.position) || '}'
        into v_text
        from (
          select e.key, e.value, e.position, case
            when json_typeof(e.value) = 'null' then e.value
            when e.key = 'full_name' then '"Erased customer"'
            when e.key in ('addresses', 'tags') and e.key = any (keys) then '[]'
            when e.key = any (keys) then 'null'
            else internal.redact(e.value, keys) end as redacted
          from json_each(document) with ordinality e (key, value, position)
        ) f
        having bool_or(f.redacted::text <> f.value::text);
    when 'array' then
      select '[' || string_agg(f.redacted::text, ',' order by f.position) || ']' into v_text
        from (
          select e.value, e.position, internal.redact(e.value, keys) as redacted
          from json_array_elements(document) with ordinality e (value, position)
        ) f
        having bool_or(f.redacted::text <> f.value::text);
    else
      return document;
  end case;
  return coalesce(v_text::json, document);
end
$$;
grant execute on function internal.redact(json, text[]) to haat_dba, haat_gatekeeper;
