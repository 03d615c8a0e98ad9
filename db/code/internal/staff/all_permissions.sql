-- Gives every permission that there is: what an owner holds.
-- see: guides/permissions#permissions
--
-- The constraints of app.staff and app.staff_roles list the same words.
create or replace function internal.all_permissions() returns text[]
language sql immutable
return '{developer.manage,orders.manage,catalog.manage,inventory.manage,payments.manage,staff.manage,settings.manage,'
  'costs.read,customers.read,activity.read}'::text[];
grant execute on function internal.all_permissions() to haat_gatekeeper;
