-- Gives the id of the key that a stored secret is encrypted with; null for one in clear.
create or replace function internal.secret_key_id(stored text) returns text
language sql immutable
return case when stored like 'enc1:%' then split_part(stored, ':', 2) end;
grant execute on function internal.secret_key_id(text) to haat_gatekeeper;
