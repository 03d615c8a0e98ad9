--! Previous: sha1:a8da5a0712db01de7eac0462dc90546c356b8a44
--! Hash: sha1:c66748b86eb7893cfb2439a2f4387b72f00f2450
--! Message: Staff and keys

-- Who may act for a company: people and integrations, and what they did.

create table app.api_keys (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  store_id uuid,
  lineage_id uuid not null,
  replaces_key_id uuid,
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('store', 'company')),
  prefix text not null check (prefix in ('service_sk_', 'shop_sk_')),
  sample text not null check (length(sample) between 1 and 30),
  last4 text not null check (length(last4) = 4),
  key_hash bytea not null check (length(key_hash) = 32) unique,
  scopes text[] not null default '{}'::text[],
  expires_at timestamptz,
  grace_ends_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  constraint api_keys_replaces_key_id_key unique (replaces_key_id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint api_keys_replaces_key_id_fkey foreign key (company_id, replaces_key_id)
    references app.api_keys (company_id, id),
  constraint api_keys_type_says_whether_a_store_is_named check ((type = 'store') = (store_id is not null)),
  constraint api_keys_scopes_are_known check (scopes <@ array['products:read', 'orders:read', 'customers:read',
    'inventory:read', 'locations:read', 'channels:read', 'store:read', 'reports:read', 'payments:read',
    'products:write', 'catalog:write', 'orders:write', 'customers:write', 'inventory:write', 'payments:write',
    'videos:write']),
  constraint api_keys_catalog_write_needs_products_read check (not ('catalog:write' = any (scopes))
    or scopes && array['products:read', 'products:write'])
);
create index api_keys_company_id_created_at_idx on app.api_keys (company_id, created_at desc, id desc);
create index api_keys_lineage_id_idx on app.api_keys (lineage_id);
create unique index api_keys_one_grace_per_lineage on app.api_keys (lineage_id, company_id)
  where grace_ends_at is not null and revoked_at is null;

create table app.activity_log (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  store_id uuid,
  actor_type text not null check (actor_type in ('api_key', 'staff', 'system')),
  actor_id uuid,
  actor_name text not null,
  action text not null check (length(action) between 1 and 100),
  object_type text not null check (length(object_type) between 1 and 50),
  object_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  created_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create index activity_log_company_id_created_at_idx on app.activity_log (company_id, created_at desc, id desc);
create index activity_log_object_id_created_at_idx
  on app.activity_log (company_id, object_id, created_at desc, id desc) where object_id is not null;

create table internal.sign_in_waits (
  key text primary key,
  account bytea not null,
  failures double precision not null,
  failed_at timestamptz not null,
  wait_until timestamptz
);
create index sign_in_waits_account_idx on internal.sign_in_waits (account);
create index sign_in_waits_failed_at_idx on internal.sign_in_waits (failed_at);

create table app.staff_notes (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  order_id uuid,
  customer_id uuid,
  product_id uuid,
  note text not null check (length(note) between 1 and 4000),
  actor_id uuid,
  actor_name text not null,
  created_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint staff_notes_about_one_thing check (num_nonnulls(order_id, customer_id, product_id) = 1)
);
create index staff_notes_store_id_idx on app.staff_notes (store_id, created_at desc, id desc);
create index staff_notes_order_id_idx on app.staff_notes (store_id, order_id) where order_id is not null;
create index staff_notes_customer_id_idx on app.staff_notes (store_id, customer_id) where customer_id is not null;
create index staff_notes_product_id_idx on app.staff_notes (store_id, product_id) where product_id is not null;

create table app.staff_roles (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  name text not null check (length(name) between 1 and 100),
  description text check (length(description) <= 500),
  permissions text[] not null default '{}'::text[]
    check (permissions <@ array['developer.manage', 'orders.manage', 'catalog.manage', 'inventory.manage',
    'payments.manage', 'staff.manage', 'settings.manage', 'costs.read', 'customers.read', 'activity.read']),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  constraint staff_roles_name_key unique (company_id, name)
);

create table app.staff (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  email text not null check (email = lower(email) and length(email) between 3 and 320) unique,
  full_name text not null check (length(full_name) between 1 and 200),
  password_hash text,
  password_expires_at timestamptz,
  role text not null default 'agent' check (role in ('owner', 'agent')),
  permissions text[] not null default '{}'::text[]
    check (permissions <@ array['developer.manage', 'orders.manage', 'catalog.manage', 'inventory.manage',
    'payments.manage', 'staff.manage', 'settings.manage', 'costs.read', 'customers.read', 'activity.read']),
  status text not null default 'active' check (status in ('active', 'disabled')),
  failed_sign_ins integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  staff_role_id uuid,
  unique (company_id, id),
  constraint staff_staff_role_id_fkey foreign key (company_id, staff_role_id)
    references app.staff_roles (company_id, id)
);
create index staff_staff_role_id_idx on app.staff (company_id, staff_role_id) where staff_role_id is not null;

create table app.staff_sessions (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  staff_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32) unique,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  address inet,
  user_agent text,
  last_seen_at timestamptz,
  foreign key (company_id, staff_id) references app.staff (company_id, id)
);
create index staff_sessions_staff_id_idx on app.staff_sessions (company_id, staff_id);

create table app.staff_authenticators (
  id uuid primary key,
  company_id uuid not null references app.companies,
  staff_id uuid not null,
  sealed_seed text not null,
  seed_hash bytea not null check (length(seed_hash) = 32),
  confirmed_at timestamptz,
  last_step bigint,
  recovery_code_hashes bytea[] not null default '{}'::bytea[],
  created_at timestamptz not null,
  constraint staff_authenticators_staff_id_key unique (staff_id, company_id),
  foreign key (company_id, staff_id) references app.staff (company_id, id)
);

create table app.staff_places (
  id uuid primary key default uuidv7(),
  staff_id uuid not null,
  company_id uuid not null references app.companies,
  kind text not null check (kind in ('device', 'address')),
  place_hash bytea not null check (length(place_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint staff_places_place_key unique (staff_id, kind, place_hash, company_id),
  foreign key (company_id, staff_id) references app.staff (company_id, id)
);
create index staff_places_place_hash_idx on app.staff_places (place_hash) where kind = 'device';
