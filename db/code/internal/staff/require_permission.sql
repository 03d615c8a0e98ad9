-- Refuses the call (HT014) when the current staff member lacks a permission.
-- see: guides/permissions#permissions
create or replace function internal.require_permission(permission text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not permission = any (internal.current_permissions()) then
    perform internal.fail('HT014', 'permissionNeeded', jsonb_build_object('permission', permission));
  end if;
end
$$;
