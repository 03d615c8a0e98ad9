-- Permissions for reading, and the roles of a company's staff: named sets of permissions that it may change.
create table if not exists app.staff_roles (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  name text not null check (length(name) between 1 and 100),
  description text check (length(description) <= 500),
  permissions text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  constraint staff_roles_name_key unique (company_id, name)
);
comment on table app.staff_roles is 'What people of a company are there for, such as call agent or packer: sets of permissions that the company may change. An owner needs none.';
comment on column app.staff_roles.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff_roles.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_roles.name is 'What people call it; unique in the company.';
comment on column app.staff_roles.description is 'What it is for.';
comment on column app.staff_roles.permissions is 'What everybody who has the role may do and see.';
comment on column app.staff_roles.created_at is 'When the row was written, by internal.now().';
comment on column app.staff_roles.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

alter table app.staff add column if not exists staff_role_id uuid;
comment on column app.staff.staff_role_id is 'Their role, whose permissions they have besides their own; null for none.';
comment on column app.staff.permissions is 'What an agent may do and see besides what their role allows.';
comment on column app.staff.role is 'owner: every permission; agent: those listed, and those of the role.';
create index if not exists staff_staff_role_id_idx on app.staff (company_id, staff_role_id)
  where staff_role_id is not null;

alter table app.staff drop constraint if exists staff_staff_role_id_fkey;
alter table app.staff add constraint staff_staff_role_id_fkey
  foreign key (company_id, staff_role_id) references app.staff_roles (company_id, id);
alter table app.staff drop constraint if exists staff_permissions_check;
alter table app.staff add constraint staff_permissions_check check (permissions <@ array['developer.manage',
  'orders.manage', 'catalog.manage', 'inventory.manage', 'payments.manage', 'staff.manage', 'settings.manage',
  'costs.read', 'customers.read', 'activity.read']);
alter table app.staff_roles drop constraint if exists staff_roles_permissions_check;
alter table app.staff_roles add constraint staff_roles_permissions_check check (permissions <@ array['developer.manage',
  'orders.manage', 'catalog.manage', 'inventory.manage', 'payments.manage', 'staff.manage', 'settings.manage',
  'costs.read', 'customers.read', 'activity.read']);

-- Whoever is at work keeps seeing what their work needs: until now everybody saw everything.
alter table app.staff no force row level security;
update app.staff t
  set permissions = array(
    select distinct p
    from unnest(t.permissions
      || case when t.permissions && '{orders.manage,payments.manage,developer.manage}'
           then '{customers.read}' else '{}' end::text[]
      || case when t.permissions && '{inventory.manage,catalog.manage,payments.manage,settings.manage}'
           then '{costs.read}' else '{}' end::text[]
      || case when t.permissions && '{staff.manage,settings.manage}'
           then '{activity.read}' else '{}' end::text[]) p
    order by p)
  where t.role = 'agent' and not t.permissions && '{costs.read,customers.read,activity.read}';
alter table app.staff force row level security;

-- Each company gets the roles that a new one begins with (internal.default_staff_roles).
alter table app.companies no force row level security;
alter table app.staff_roles no force row level security;
insert into app.staff_roles (company_id, name, description, permissions, created_at, updated_at)
select c.id, r.name, r.description, r.permissions, now(), now()
from app.companies c
cross join (values
  ('Manager', 'Runs the stores: everything but API keys and webhooks.', '{orders.manage,catalog.manage,'
    'inventory.manage,payments.manage,staff.manage,settings.manage,costs.read,customers.read,activity.read}'::text[]),
  ('Call agent', 'Takes and confirms orders on the phone.', '{orders.manage,customers.read}'),
  ('Packer', 'Packs, hands parcels to couriers and receives goods.', '{orders.manage,inventory.manage,customers.read}'),
  ('Accountant', 'Books payments, refunds and payouts, and sees costs.', '{payments.manage,costs.read,activity.read}'),
  ('Catalog editor', 'Keeps products, prices and pictures.', '{catalog.manage}')
) as r (name, description, permissions)
where not exists (select from app.staff_roles o where o.company_id = c.id);
alter table app.companies force row level security;
alter table app.staff_roles force row level security;
