-- Gives the staff roles that a new company begins with. It may change them, remove them and add its own.
--
-- An owner is none of them: owners hold every permission, also those that come later, and the last one stays.
create or replace function internal.default_staff_roles()
  returns table (name text, description text, permissions text[])
language sql immutable rows 5
begin atomic
  values
    ('Manager', 'Runs the stores: everything but API keys and webhooks.',
      '{orders.manage,catalog.manage,inventory.manage,payments.manage,staff.manage,settings.manage,costs.read,'
      'customers.read,activity.read}'::text[]),
    ('Call agent', 'Takes and confirms orders on the phone.', '{orders.manage,customers.read}'),
    ('Packer', 'Packs, hands parcels to couriers and receives goods.',
      '{orders.manage,inventory.manage,customers.read}'),
    ('Accountant', 'Books payments, refunds and payouts, and sees costs.',
      '{payments.manage,costs.read,activity.read}'),
    ('Catalog editor', 'Keeps products, prices and pictures.', '{catalog.manage}');
end;
grant execute on function internal.default_staff_roles() to haat_gatekeeper;
