-- Gives the key of the current request and the keys that it replaced, directly or through several rotations.
-- see: guides/overview#your-key
--
-- Only older keys: a replaced key that is still in its grace window does not see what its successor started.
create or replace function internal.current_key_ids() returns uuid[]
language sql stable
set search_path = ''
begin atomic
  with recursive chain (id, replaces_key_id) as (
    select k.id, k.replaces_key_id
    from app.api_keys k
    where k.id = internal.context_setting('haat.key_id')::uuid
    union
    select k.id, k.replaces_key_id from chain c join app.api_keys k on k.id = c.replaces_key_id
  )
  select coalesce(array_agg(c.id), '{}') from chain c;
end;
grant execute on function internal.current_key_ids() to haat_api, haat_gatekeeper;
