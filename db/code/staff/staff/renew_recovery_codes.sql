-- Gives ten new recovery codes, once, in place of those you have. A wrong code gives nothing.
-- Takes: a code of the app or a recovery code.
-- Raises: HT005 (wait), HT101 (two-factor sign-in is not set up; codes cannot be checked).
create or replace function staff.renew_recovery_codes(code text) returns staff.recovery_sheet
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id constant uuid := internal.current_actor_id();
begin
  if not exists (select from app.staff_authenticators a where a.staff_id = v_id and a.confirmed_at is not null) then
    perform internal.fail('HT101', 'twoFactorMissing');
  elsif not internal.check_own_code(code) then
    return null;
  end if;
  perform internal.log_activity(null, 'staff.recovery_codes_renewed', 'staff', v_id);
  return internal.new_recovery_codes(v_id);
end
$$;
grant execute on function staff.renew_recovery_codes(text) to haat_staff;
