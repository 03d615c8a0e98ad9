-- Removes the two-factor sign-in and the passkeys of another staff member, who lost phone and recovery codes, and
-- signs them out everywhere. Needs staff.manage and every permission that they hold.
-- Raises: HT014 (permission, oneself, more than you hold), HT100 (staff_id).
create or replace function staff.reset_two_factor(staff_id uuid) returns app.staff
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_staff app.staff;
begin
  perform internal.require_permission('staff.manage');
  v_staff := internal.find_other_staff(reset_two_factor.staff_id);
  -- As with their password: it must not give people more than they hold.
  perform internal.require_grantable(internal.permissions_of(v_staff), '{}', false);
  delete from app.staff_authenticators a where a.staff_id = v_staff.id;
  delete from app.staff_passkeys p where p.staff_id = v_staff.id;
  perform internal.forget_failures(v_staff.email);
  perform internal.revoke_sessions(v_staff.id);
  perform internal.log_activity(null, 'staff.two_factor_reset', 'staff', v_staff.id);
  return internal.readable_staff(v_staff);
end
$$;
grant execute on function staff.reset_two_factor(uuid) to haat_staff;
