-- Gives another staff member a one-time password, good for 72 hours and shown only here, removes their
-- passkeys and signs them out everywhere. Needs staff.manage and every permission that they hold.
-- Raises: HT014 (permission, oneself, more than you hold), HT100 (staff_id), HT008 (never in practice: the new
-- password has its form).
create or replace function staff.reset_staff_password(staff_id uuid) returns staff.invitation
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_password constant text := internal.random_base62(16);
  v_staff app.staff;
begin
  perform internal.require_permission('staff.manage');
  v_staff := internal.find_other_staff(reset_staff_password.staff_id);
  -- With the new password one could sign in as them: so only for people who hold nothing more.
  perform internal.require_grantable(internal.permissions_of(v_staff), '{}', false);
  update app.staff t
    set password_hash = internal.hash_password(v_password),
        password_expires_at = internal.now() + interval '72 hours'
    where t.id = v_staff.id returning * into v_staff;
  -- Each of them is a sign-in of its own, also for a person who was to be kept out.
  delete from app.staff_passkeys p where p.staff_id = v_staff.id;
  perform internal.forget_failures(v_staff.email);
  perform internal.revoke_sessions(v_staff.id);
  perform internal.log_activity(null, 'staff.password_reset', 'staff', v_staff.id);
  return (internal.readable_staff(v_staff), v_password, v_staff.password_expires_at);
end
$$;
grant execute on function staff.reset_staff_password(uuid) to haat_staff;
