-- Your two-factor sign-in.
-- Raises: nothing.
create or replace function staff.two_factor() returns staff.two_factor
language sql stable security definer
set search_path = ''
begin atomic
  select a.confirmed_at is not null, c.requires_two_factor,
    c.requires_two_factor and a.confirmed_at is null and not internal.is_session_by_passkey(),
    case when a.confirmed_at is null then 0 else cardinality(a.recovery_code_hashes) end
  from app.staff t
  join app.companies c on c.id = t.company_id
  left join app.staff_authenticators a on a.staff_id = t.id
  where t.id = internal.current_actor_id();
end;
grant execute on function staff.two_factor() to haat_staff;
