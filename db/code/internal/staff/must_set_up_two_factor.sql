-- Tells whether a staff member has to set up two-factor sign-in before anything else.
-- Takes: who, and whether their company requires it.
create or replace function internal.must_set_up_two_factor(staff_id uuid, is_required boolean) returns boolean
language sql stable
set search_path = ''
return must_set_up_two_factor.is_required and not exists (
  select from app.staff_authenticators a
  where a.staff_id = must_set_up_two_factor.staff_id and a.confirmed_at is not null);
grant execute on function internal.must_set_up_two_factor(uuid, boolean) to haat_gatekeeper;
