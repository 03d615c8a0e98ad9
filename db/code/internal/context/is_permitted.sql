-- Tells whether the current staff member holds a permission. For what they see: policies and views of readable rows
-- ask it as (select internal.is_permitted('...')), once a statement and not once a row.
--
-- What they do asks internal.require_permission, which refuses.
create or replace function internal.is_permitted(permission text) returns boolean
language sql stable
return is_permitted.permission = any (internal.current_permissions());
grant execute on function internal.is_permitted(text) to haat_staff, haat_gatekeeper;
