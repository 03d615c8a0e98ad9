-- Gives the session of the current staff member, or null.
create or replace function internal.current_session_id() returns uuid
language sql stable
return internal.context_setting('haat.session_id')::uuid;
