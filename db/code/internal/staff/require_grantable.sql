-- Refuses permissions that the current staff member does not hold: people cannot grant more than they hold.
-- Takes: the permissions, those that the person has already, and whether the person becomes an owner.
-- Raises: HT014 (one that the current staff member does not hold).
create or replace function internal.require_grantable(permissions text[], already text[], makes_owner boolean)
  returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_held constant text[] := internal.current_permissions();
  v_permission text;
begin
  foreach v_permission in array coalesce(require_grantable.permissions, '{}') loop
    if v_permission <> all (v_held || already) then
      perform internal.fail('HT014', 'grantNotHeld', jsonb_build_object('permission', v_permission));
    end if;
  end loop;
  if makes_owner then
    perform internal.require_owner('name an owner');
  end if;
end
$$;
