-- Gives columns of a record without its secrets; of those that changed, with a word in place of each secret.
create or replace function internal.without_secrets(columns jsonb, secrets text[], are_changes boolean) returns jsonb
language sql immutable
begin atomic
  select case when are_changes then coalesce(pg_catalog.jsonb_object_agg(c.key, case
      when c.key = any (secrets) and c.value <> 'null' then pg_catalog.to_jsonb('(secret)'::text)
      else c.value end), '{}')
    else columns - secrets end
  from pg_catalog.jsonb_each(columns) c (key, value);
end;
grant execute on function internal.without_secrets(jsonb, text[], boolean) to haat_gatekeeper;
