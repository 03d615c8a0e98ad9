-- Replaces another staff member's password by a one-time one, good for 72 hours and shown this once, and signs them
-- out everywhere.
-- Needs staff.manage and every permission they hold.
create or replace function staff.reset_staff_password(staff_id uuid) returns staff.invitation
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_password constant text := internal.random_base62(16);
  s app.staff;
begin
  perform internal.require_permission('staff.manage');
  s := internal.find_other_staff(reset_staff_password.staff_id);
  -- Whoever resets could sign in as them: so only for people who hold nothing more.
  perform internal.require_grantable(s.permissions, '{}', false);
  update app.staff t
    set password_hash = internal.hash_password(v_password), password_expires_at = internal.now() + interval '72 hours', failed_sign_ins = 0, locked_until = null
    where t.id = s.id returning * into s;
  perform internal.revoke_sessions(s.id);
  perform internal.log_activity(null, 'staff.password_reset', 'staff', s.id);
  return (s, v_password, s.password_expires_at);
end
$$;
grant execute on function staff.reset_staff_password(uuid) to haat_staff;
