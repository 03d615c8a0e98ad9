-- Tells whether the signed-in staff member may change how they sign in: they signed in within ten minutes, or give
-- their password again. A wrong password is counted for this session.
-- Takes: the password, or null.
-- Raises: HT005 (wait), HT008 (current_password: it is needed).
create or replace function internal.may_change_sign_in(current_password text) returns boolean
language plpgsql volatile
set search_path = ''
as $$
begin
  if coalesce(current_password, '') <> '' then
    return internal.check_own_password(current_password);
  end if;
  if not exists (
    select from app.staff_sessions s
    where s.id = internal.current_session_id() and s.created_at > internal.now() - interval '10 minutes')
  then
    perform internal.field_error('HT008', 'current_password', 'passwordAgain');
  end if;
  return true;
end
$$;
