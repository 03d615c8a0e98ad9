-- Tells whether this session was opened by a passkey, or one was added in it: that counts as both factors.
create or replace function internal.is_session_by_passkey() returns boolean
language sql stable
set search_path = ''
return exists (
  select from app.staff_sessions s where s.id = internal.current_session_id() and s.passkey_id is not null);
