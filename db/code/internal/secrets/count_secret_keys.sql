--! owner: haat_gatekeeper
-- Counts the stored secrets by the key that they need; key_id is null for those in clear.
create or replace function internal.count_secret_keys() returns table (key_id text, secrets bigint)
language sql stable security definer rows 3
set search_path = ''
begin atomic
  select internal.secret_key_id(s.stored) as key_id, count(*)
  from internal.stored_secrets s
  group by 1
  order by 1 nulls first;
end;
grant execute on function internal.count_secret_keys() to haat_owner, haat_worker, haat_dba;
