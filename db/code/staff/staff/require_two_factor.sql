-- Says whether all staff of the company have to use two-factor sign-in. From then on, a person who has not set it up
-- can do nothing else, in sessions that are open too. Needs settings.manage and an owner, who has set it up
-- or is signed in by a passkey.
-- Raises: HT014 (permission, owner), HT101 (you have not set it up yourself).
create or replace function staff.require_two_factor(required boolean) returns app.companies
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_company app.companies;
begin
  perform internal.require_permission('settings.manage');
  perform internal.require_owner('require two-factor sign-in');
  select * into v_company from app.companies c where c.id = internal.current_company_id() for no key update;
  if v_company.requires_two_factor is not distinct from coalesce(required, false) then
    return v_company;
  end if;
  if required
    and internal.must_set_up_two_factor(internal.current_actor_id(), not internal.is_session_by_passkey())
  then
    perform internal.fail('HT101', 'twoFactorMissing.first');
  end if;
  update app.companies c set requires_two_factor = coalesce(required, false)
    where c.id = v_company.id returning * into v_company;
  return v_company;
end
$$;
grant execute on function staff.require_two_factor(boolean) to haat_staff;
