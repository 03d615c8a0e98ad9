-- Ends the set-up of two-factor sign-in with the first code of the app, and gives ten recovery codes, once. From now
-- on signing in asks for a code. Your other sessions end. A wrong code gives nothing.
-- Raises: HT005 (wait), HT101 (nothing to confirm).
create or replace function staff.confirm_two_factor(code text) returns staff.recovery_sheet
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id constant uuid := internal.current_actor_id();
begin
  if exists (select from app.staff_authenticators a where a.staff_id = v_id and a.confirmed_at is not null) then
    perform internal.fail('HT101', 'twoFactorThere');
  elsif not internal.check_own_code(code) then
    return null;
  end if;
  update app.staff_authenticators a set confirmed_at = internal.now() where a.staff_id = v_id;
  -- Other sessions have never shown a code.
  update app.staff_sessions t set revoked_at = internal.now()
    where t.staff_id = v_id and t.revoked_at is null and t.id is distinct from internal.current_session_id();
  perform internal.log_activity(null, 'staff.two_factor_set_up', 'staff', v_id);
  return internal.new_recovery_codes(v_id);
end
$$;
grant execute on function staff.confirm_two_factor(text) to haat_staff;
