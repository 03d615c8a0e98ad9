-- Changes your own password and ends every other session of yours. A wrong current password gives nothing and counts
-- as a wrong attempt of this session.
-- Takes: the new password, with 10 characters or more, not a common one, and not made of your email, your name or the
-- company's.
-- Raises: HT008 (new_password), HT005 (wait).
--
-- As in sign_in, a wrong password gives null instead of raising, so that the count of failures stays.
create or replace function staff.change_own_password(current_password text, new_password text) returns app.staff
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_staff app.staff;
  v_hash constant text := internal.hash_password(new_password, 'new_password');
begin
  if not internal.check_own_password(current_password) then
    return null;
  end if;
  if new_password = current_password then
    perform internal.field_error('HT008', 'new_password', 'passwordSame');
  end if;
  perform internal.refuse_personal_password(new_password, internal.current_actor_id(), 'new_password');
  update app.staff t set password_hash = v_hash, password_expires_at = null
    where t.id = internal.current_actor_id() returning * into v_staff;
  -- Other sessions that were opened with the old password end.
  update app.staff_sessions t set revoked_at = internal.now()
    where t.staff_id = v_staff.id and t.revoked_at is null
      and t.id is distinct from internal.current_session_id();
  perform internal.log_activity(null, 'staff.password_changed', 'staff', v_staff.id);
  return internal.readable_staff(v_staff);
end
$$;
grant execute on function staff.change_own_password(text, text) to haat_staff;
