-- Gives what release a database runs: its last migration, and the SHA-256 over its code.
create or replace function internal.release_name() returns text
language sql stable security definer
set search_path = ''
as $$
  select format('migration %s, code %s', internal.last_migration(), left(encode(sha256(convert_to(
    string_agg(concat_ws(' ', a.unit, a.file_digest), E'\n' order by a.unit), 'UTF8')), 'hex'), 16))
  from internal.applied_code a
$$;
revoke execute on function internal.release_name() from public;
grant execute on function internal.release_name() to haat_gatekeeper, haat_dba;
