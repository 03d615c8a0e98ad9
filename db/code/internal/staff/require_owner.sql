-- Refuses the call (HT014) when the current actor is not an owner of the company.
-- Takes: what is about to be done ("change an owner").
--
-- An owner who has to choose a password or set up two-factor sign-in first holds no permission and is refused too. The
-- permission operator belongs to no staff (staff_permissions_check); the command line gives it to itself.
create or replace function internal.require_owner(purpose text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if 'operator' = any (internal.current_permissions()) then
    return;
  elsif cardinality(internal.current_permissions()) = 0 or not exists (
    select from app.staff t
    where t.id = internal.current_actor_id() and t.role = 'owner' and t.status = 'active'
  ) then
    perform internal.fail('HT014', 'ownersOnly', jsonb_build_object('purpose', purpose));
  end if;
end
$$;
