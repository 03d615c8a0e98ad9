-- Companies, stores, staff, keys. Company -> stores; locations, plan, staff and company keys hang on the company.
create table app.plans (
  id uuid primary key default uuidv7(),
  code text not null unique check (code ~ '^[a-z0-9_]{1,50}$'),
  name text not null check (length(name) between 1 and 200),
  api_access boolean not null default true,
  advanced_reports boolean not null default false,
  product_videos boolean not null default false,
  reads_per_minute integer not null default 120 check (reads_per_minute > 0),
  writes_per_minute integer not null default 30 check (writes_per_minute > 0),
  orders_per_month integer check (orders_per_month >= 0),
  max_products integer check (max_products >= 0),
  video_storage_bytes bigint not null default 0 check (video_storage_bytes >= 0),
  videos_per_product integer not null default 0 check (videos_per_product >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table app.plans is 'What a company has bought: features and limits. Null means unlimited. Shared by all tenants.';

create table app.companies (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  plan_id uuid not null references app.plans,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index companies_plan_id_idx on app.companies (plan_id);
comment on table app.companies is 'A merchant: the tenant. Only an active company has a live API.';

create table app.stores (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  name text not null check (length(name) between 1 and 200),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  domain text check (length(domain) <= 253),
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  currency_code text not null default 'BDT' check (currency_code ~ '^[A-Z]{3}$'),
  currency_symbol text not null default '৳' check (length(currency_symbol) between 1 and 8),
  symbol_position text not null default 'before' check (symbol_position in ('before', 'after')),
  timezone text not null default 'Asia/Dhaka',
  date_format text not null default 'DD/MM/YYYY' check (length(date_format) between 1 and 30),
  contact_phone text check (length(contact_phone) <= 50),
  contact_email text check (length(contact_email) <= 320),
  contact_whatsapp text check (length(contact_whatsapp) <= 50),
  contact_address text check (length(contact_address) <= 1000),
  contact_map_url text check (length(contact_map_url) <= 2000),
  advance_payment_plans jsonb not null default '[]' check (jsonb_typeof(advance_payment_plans) = 'array'),
  unpaid_order_hours integer not null default 24 check (unpaid_order_hours between 1 and 720),
  video_uploads_enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  constraint stores_slug_key unique (slug)
);
comment on table app.stores is 'A shop of a company. Catalog, customers, orders and stock belong to a store; deleting is closing.';
comment on column app.stores.unpaid_order_hours is 'Window after which an unpaid online-payment storefront order is cancelled, in hours. spec: Order transitions';

create table app.staff (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  email text not null check (email = lower(email) and length(email) between 3 and 320),
  full_name text not null check (length(full_name) between 1 and 200),
  password_hash text,
  password_expires_at timestamptz,
  role text not null default 'agent' check (role in ('owner', 'agent')),
  permissions text[] not null default '{}' check (permissions <@ array['developer.manage', 'orders.manage', 'catalog.manage', 'inventory.manage', 'payments.manage', 'staff.manage', 'settings.manage']),
  status text not null default 'active' check (status in ('active', 'disabled')),
  failed_sign_ins integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  constraint staff_email_key unique (email)
);
comment on table app.staff is 'People who run the day in the admin. An owner holds every permission.';
comment on column app.staff.password_expires_at is 'Set while the password is a one-time one: until then it lets its holder sign in, see themselves and choose their own.';
comment on column app.staff.failed_sign_ins is 'Wrong passwords in a row; the fifth locks the account for 15 minutes.';

create table app.staff_sessions (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  staff_id uuid not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  foreign key (company_id, staff_id) references app.staff (company_id, id)
);
create index staff_sessions_staff_id_idx on app.staff_sessions (company_id, staff_id);
comment on table app.staff_sessions is 'A signed-in staff member: only the SHA-256 of the token is kept. 12 hours, revocable.';

create table app.api_keys (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  store_id uuid,
  lineage_id uuid not null,
  replaces_key_id uuid unique references app.api_keys,
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('store', 'company')),
  prefix text not null check (prefix in ('service_sk_', 'shop_sk_')),
  sample text not null check (length(sample) between 1 and 30),
  last4 text not null check (length(last4) = 4),
  key_hash bytea not null unique check (length(key_hash) = 32),
  scopes text[] not null default '{}',
  expires_at timestamptz,
  grace_ends_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint api_keys_type_says_whether_a_store_is_named check ((type = 'store') = (store_id is not null)),
  constraint api_keys_scopes_are_known check (scopes <@ array['products:read', 'orders:read', 'customers:read', 'inventory:read', 'locations:read', 'channels:read', 'store:read', 'reports:read', 'payments:read', 'products:write', 'catalog:write', 'orders:write', 'customers:write', 'inventory:write', 'payments:write', 'videos:write']),
  constraint api_keys_catalog_write_needs_products_read check (not 'catalog:write' = any (scopes) or scopes && array['products:read', 'products:write'])
);
create index api_keys_company_id_created_at_idx on app.api_keys (company_id, created_at desc, id desc);
create index api_keys_lineage_id_idx on app.api_keys (lineage_id);
create unique index api_keys_one_grace_per_lineage on app.api_keys (lineage_id) where grace_ends_at is not null and revoked_at is null;
comment on table app.api_keys is 'Keys of integrations. Only a SHA-256 is stored. A rotated key and its replacement share lineage_id.';
comment on column app.api_keys.lineage_id is 'The first key of the rotation chain: idempotency keys and videos follow it.';
comment on column app.api_keys.grace_ends_at is 'Set when the key was replaced by rotation: until then both keys work.';

create table app.locations (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  name text not null check (length(name) between 1 and 200),
  code text not null check (length(code) between 1 and 50),
  address text check (length(address) <= 1000),
  status text not null default 'active' check (status in ('active', 'inactive')),
  is_default boolean not null default false,
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  constraint locations_code_key unique (company_id, code)
);
create unique index locations_one_default on app.locations (company_id) where is_default;
create index locations_company_id_created_at_idx on app.locations (company_id, created_at desc, id desc);
comment on table app.locations is 'Warehouses. They belong to the company, so store keys and company keys see the same rows. spec: Tenant fence 4';

create table app.channels (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  type text not null check (type ~ '^[a-z_]{1,30}$'),
  name text not null check (length(name) between 1 and 200),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint channels_slug_key unique (store_id, slug)
);
create index channels_store_id_created_at_idx on app.channels (store_id, created_at desc, id desc);
create index channels_company_id_created_at_idx on app.channels (company_id, created_at desc, id desc);
comment on table app.channels is 'Where orders come from. slug is the stable key used by order filters and order creation.';

create table app.payment_methods (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('cod', 'wallet', 'bank', 'card', 'cash')),
  requires_transaction_id boolean not null default false,
  is_online boolean not null default false,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint payment_methods_name_key unique (store_id, name)
);
comment on table app.payment_methods is 'How a store is paid. is_online: a gateway the shopper pays before the order is kept.';

create table app.couriers (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  name text not null check (length(name) between 1 and 200),
  reports_pickups boolean not null default false,
  is_own_rider boolean not null default false,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  constraint couriers_name_key unique (company_id, name)
);
comment on table app.couriers is 'Who carries parcels. A courier that reports pickups keeps the order ready_to_ship until the pickup.';
comment on column app.couriers.is_own_rider is 'The store''s own rider: its parcels are never "live" and never block a payment. decisions: 3';
