--! Previous: sha1:16c19ae742f6aac001c1bb2451918d400eacfe4e
--! Hash: sha1:a8da5a0712db01de7eac0462dc90546c356b8a44
--! Message: Companies and stores

-- Companies, stores and what a company shares among its stores: locations, couriers.

create table app.plans (
  id uuid primary key default uuidv7(),
  code text not null check (code ~ '^[a-z0-9_]{1,50}$') unique,
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
  updated_at timestamptz not null,
  job_lines_per_day integer default 200000 check (job_lines_per_day >= 0)
);

create table app.companies (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  plan_id uuid not null references app.plans,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  requires_two_factor boolean not null default false
);
create index companies_plan_id_idx on app.companies (plan_id);

create table app.stores (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  name text not null check (length(name) between 1 and 200),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200) unique,
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
  is_test boolean not null default false,
  reset_asked_at timestamptz,
  unique (company_id, id),
  constraint stores_only_test_stores_are_reset check (is_test or reset_asked_at is null)
);

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
  constraint channels_slug_key unique (store_id, slug),
  constraint channels_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create index channels_store_id_created_at_idx on app.channels (store_id, created_at desc, id desc);
create index channels_company_id_created_at_idx on app.channels (company_id, created_at desc, id desc);

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
  constraint payment_methods_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create unique index payment_methods_name_key on app.payment_methods (store_id, internal.fold(name), company_id);

create table app.couriers (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  name text not null check (length(name) between 1 and 200),
  reports_pickups boolean not null default false,
  is_own_rider boolean not null default false,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id)
);
create unique index couriers_name_key on app.couriers (company_id, internal.fold(name));

create table internal.deployment (
  only_row boolean primary key default true check (only_row),
  media_url text not null,
  outbound_allow jsonb not null default '[]' check (jsonb_typeof(outbound_allow) = 'array')
);
insert into internal.deployment (media_url) values ('http://127.0.0.1:4000/media');

create table app.time_jumps (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  hours integer not null check (hours between 1 and 720),
  created_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create index time_jumps_store_id_idx on app.time_jumps (store_id, created_at);
