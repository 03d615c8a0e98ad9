--! Previous: sha1:1949ea4e9a848565b7babd3e1d0639986a11b773
--! Hash: sha1:4e75b8b27c39569772616640182bdfcd1df67353
--! Message: Companies and stores

-- Companies, stores and what a company shares among its stores: locations, couriers.

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
comment on column app.plans.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.plans.code is 'Short name.';
comment on column app.plans.name is 'Name shown.';
comment on column app.plans.api_access is 'Whether keys work at all.';
comment on column app.plans.advanced_reports is 'Comparisons and top products.';
comment on column app.plans.product_videos is 'Whether products may show videos.';
comment on column app.plans.reads_per_minute is 'Reads a key may make in a minute.';
comment on column app.plans.writes_per_minute is 'Writes a key may make in a minute.';
comment on column app.plans.orders_per_month is 'Orders a company may take in a month of the store''s calendar; null without limit.';
comment on column app.plans.max_products is 'Products a company may have; null without limit.';
comment on column app.plans.video_storage_bytes is 'Bytes of video a company may keep.';
comment on column app.plans.videos_per_product is 'Videos a product may show.';
comment on column app.plans.created_at is 'When the row was written, by internal.now().';
comment on column app.plans.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
comment on column app.companies.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.companies.name is 'Name of the merchant.';
comment on column app.companies.status is 'Only active companies have a live API.';
comment on column app.companies.plan_id is 'What it has bought.';
comment on column app.companies.created_at is 'When the row was written, by internal.now().';
comment on column app.companies.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
comment on column app.stores.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.stores.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.stores.name is 'Name shown.';
comment on column app.stores.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.stores.domain is 'Where the shop is on the web.';
comment on column app.stores.status is 'Only active stores are live; a closed one is kept.';
comment on column app.stores.currency_code is 'ISO 4217. All money of the store is in it.';
comment on column app.stores.currency_symbol is 'Symbol shown.';
comment on column app.stores.symbol_position is 'before or after the amount.';
comment on column app.stores.timezone is 'The store''s own calendar: order numbers, reports and quotas go by it.';
comment on column app.stores.date_format is 'How dates are shown.';
comment on column app.stores.contact_phone is 'For shoppers.';
comment on column app.stores.contact_email is 'For shoppers.';
comment on column app.stores.contact_whatsapp is 'For shoppers.';
comment on column app.stores.contact_address is 'For shoppers.';
comment on column app.stores.contact_map_url is 'For shoppers.';
comment on column app.stores.advance_payment_plans is 'Advances the shop offers: [{percent, note}].';
comment on column app.stores.unpaid_order_hours is 'Window after which an unpaid online-payment storefront order is cancelled, in hours. spec: Order transitions';
comment on column app.stores.video_uploads_enabled is 'Switch for video uploads.';
comment on column app.stores.created_at is 'When the row was written, by internal.now().';
comment on column app.stores.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
comment on column app.locations.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.locations.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.locations.name is 'Name shown.';
comment on column app.locations.code is 'Short name, unique in the company.';
comment on column app.locations.address is 'Where it is.';
comment on column app.locations.status is 'Only active locations take orders.';
comment on column app.locations.is_default is 'Orders that name no location are taken from here.';
comment on column app.locations.latitude is 'Degrees, north positive.';
comment on column app.locations.longitude is 'Degrees, east positive.';
comment on column app.locations.created_at is 'When the row was written, by internal.now().';
comment on column app.locations.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
comment on column app.channels.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.channels.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.channels.store_id is 'The store. The fence compares it.';
comment on column app.channels.type is 'manual, storefront, social, marketplace or pos.';
comment on column app.channels.name is 'Name shown.';
comment on column app.channels.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.channels.status is 'Only active channels take orders.';
comment on column app.channels.created_at is 'When the row was written, by internal.now().';
comment on column app.channels.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create unique index payment_methods_name_key on app.payment_methods (store_id, internal.fold(name));
comment on table app.payment_methods is 'How a store is paid. is_online: a gateway the shopper pays before the order is kept.';
comment on column app.payment_methods.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.payment_methods.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.payment_methods.store_id is 'The store. The fence compares it.';
comment on column app.payment_methods.name is 'Name shown.';
comment on column app.payment_methods.type is 'cod, wallet, bank, card or cash.';
comment on column app.payment_methods.requires_transaction_id is 'A payment must name the gateway''s transaction.';
comment on column app.payment_methods.is_online is 'Paid before the order is kept: unpaid such orders are cancelled after the store''s window.';
comment on column app.payment_methods.status is 'Only active methods take payments.';
comment on column app.payment_methods.created_at is 'When the row was written, by internal.now().';
comment on column app.payment_methods.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
comment on table app.couriers is 'Who carries parcels. A courier that reports pickups keeps the order ready_to_ship until the pickup.';
comment on column app.couriers.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.couriers.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.couriers.name is 'Name shown.';
comment on column app.couriers.reports_pickups is 'Its orders stay ready_to_ship until it reports the pickup; without, they are in_transit once booked.';
comment on column app.couriers.is_own_rider is 'The store''s own rider: its parcels are never "live" and never block a payment. decisions: 3';
comment on column app.couriers.status is 'Only active couriers are booked.';
comment on column app.couriers.created_at is 'When the row was written, by internal.now().';
comment on column app.couriers.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
