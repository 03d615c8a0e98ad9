-- Gives columns of a record with a word in place of a secret that is among them.
create or replace function internal.without_secret(columns jsonb, secret text) returns jsonb
language sql immutable
return case when columns ->> secret is null then columns
  else columns || pg_catalog.jsonb_build_object(secret, '(secret)'::text) end;
grant execute on function internal.without_secret(jsonb, text) to haat_gatekeeper;
