-- Says whether a process with these keys can read a stored secret; every process can read one in clear.
create or replace function internal.can_decrypt(stored text, key_ids text[]) returns boolean
language sql immutable
return internal.secret_key_id(stored) is null or internal.secret_key_id(stored) = any (key_ids);
grant execute on function internal.can_decrypt(text, text[]) to haat_gatekeeper;
