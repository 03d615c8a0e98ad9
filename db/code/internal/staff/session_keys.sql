-- Gives under which key a signed-in staff member is slowed after wrong passwords and codes: their session.
create or replace function internal.session_keys() returns text[]
language sql stable
set search_path = ''
return array['session:' || coalesce(internal.current_session_id(), internal.current_actor_id())];
