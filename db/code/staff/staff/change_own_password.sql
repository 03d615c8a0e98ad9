-- Chooses a new password of 10 characters or more, and ends every other session of yours.
-- A wrong current password gives nothing and counts like a failed sign-in.
--
-- As sign_in: a wrong current password is counted, and so gives null instead of raising.
create or replace function staff.change_own_password(current_password text, new_password text) returns app.staff
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  s app.staff;
  v_hash constant text := internal.hash_password(new_password, 'new_password');
begin
  select * into s from app.staff t where t.id = (internal.current_actor()).actor_id;
  if (select c.accepted from internal.check_password(s.email, current_password) c) is not true then
    return null;
  end if;
  if new_password = current_password then
    perform internal.field_error('HT008', 'new_password', 'must differ from the current one');
  end if;
  update app.staff t set password_hash = v_hash, password_expires_at = null where t.id = s.id returning * into s;
  -- Whoever else may be signed in with the old password is out.
  update app.staff_sessions t set revoked_at = internal.now()
    where t.staff_id = s.id and t.revoked_at is null and t.id is distinct from nullif(current_setting('haat.session_id', true), '')::uuid;
  perform internal.log_activity(null, 'staff.password_changed', 'staff', s.id);
  return s;
end
$$;
grant execute on function staff.change_own_password(text, text) to haat_staff;
