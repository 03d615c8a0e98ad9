--! Previous: sha1:f195b8594239188a9f6104d3d8a97e36d85a2a16
--! Hash: sha1:ddd68eb83cc84af834d89dfe29219a6707b67995
--! Message: Customers and coupons

-- People who buy, and the discount codes they use.

create table app.customers (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  full_name text not null check (length(full_name) between 1 and 200),
  email text check (email = lower(email) and length(email) between 3 and 320),
  phone text check (phone ~ '^01[3-9][0-9]{8}$'),
  status text not null default 'active' check (status in ('active', 'inactive', 'blocked')),
  type text not null default 'manual' check (type in ('manual', 'registered', 'guest')),
  gender text check (gender in ('male', 'female')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint customers_phone_key unique (store_id, phone),
  constraint customers_email_key unique (store_id, email)
);
create index customers_store_id_created_at_idx on app.customers (store_id, created_at desc, id desc);
create index customers_company_id_created_at_idx on app.customers (company_id, created_at desc, id desc);
create index customers_phone_search_idx on app.customers using gin (phone extensions.gin_trgm_ops);
create index customers_email_search_idx on app.customers using gin (email extensions.gin_trgm_ops);
create index customers_full_name_search_idx on app.customers using gin (internal.fold(full_name)
  extensions.gin_trgm_ops);
comment on table app.customers is 'People who buy. phone is canonical (01XXXXXXXXX). spec: Customer';
comment on column app.customers.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.customers.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.customers.store_id is 'The store. The fence compares it.';
comment on column app.customers.full_name is 'Name as given at the first order, or as edited.';
comment on column app.customers.email is 'In lower case; unique in the store.';
comment on column app.customers.phone is 'Bangladeshi mobile, canonical: 01XXXXXXXXX; unique in the store.';
comment on column app.customers.status is 'active, inactive or blocked.';
comment on column app.customers.type is 'manual, registered or guest.';
comment on column app.customers.gender is 'male or female, where known.';
comment on column app.customers.created_at is 'When the row was written, by internal.now().';
comment on column app.customers.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

create table app.customer_addresses (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  customer_id uuid not null,
  label text check (length(label) <= 100),
  recipient_name text check (length(recipient_name) <= 200),
  recipient_phone text check (length(recipient_phone) <= 50),
  address_line text not null check (length(address_line) between 1 and 1000),
  city text check (length(city) <= 200),
  area text check (length(area) <= 200),
  postal_code text check (length(postal_code) <= 20),
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, customer_id) references app.customers (store_id, id)
);
create index customer_addresses_customer_id_idx on app.customer_addresses (store_id, customer_id);
create unique index customer_addresses_one_default on app.customer_addresses (customer_id) where is_default;
comment on table app.customer_addresses is 'Saved addresses of a customer; at most one is the default.';
comment on column app.customer_addresses.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.customer_addresses.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.customer_addresses.store_id is 'The store. The fence compares it.';
comment on column app.customer_addresses.customer_id is 'Whose address it is.';
comment on column app.customer_addresses.label is 'What the customer calls it: Home.';
comment on column app.customer_addresses.recipient_name is 'Who receives there.';
comment on column app.customer_addresses.recipient_phone is 'Their phone, as written.';
comment on column app.customer_addresses.address_line is 'Street and house.';
comment on column app.customer_addresses.city is 'City or district.';
comment on column app.customer_addresses.area is 'Area within it.';
comment on column app.customer_addresses.postal_code is 'Postal code, as written.';
comment on column app.customer_addresses.is_default is 'The one used unless another is chosen.';
comment on column app.customer_addresses.created_at is 'When the row was written, by internal.now().';
comment on column app.customer_addresses.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

create table app.coupons (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  code text not null check (code = upper(code) and length(code) between 1 and 50),
  type text not null check (type in ('percent', 'fixed', 'free_shipping')),
  value numeric(12, 2) not null default 0 check (value >= 0),
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  minimum_subtotal numeric(12, 2) not null default 0 check (minimum_subtotal >= 0),
  maximum_discount numeric(12, 2) check (maximum_discount > 0),
  usage_limit integer check (usage_limit > 0),
  usage_limit_per_customer integer check (usage_limit_per_customer > 0),
  used_count integer not null default 0 check (used_count >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint coupons_code_key unique (store_id, code),
  constraint coupons_percent_is_at_most_100 check (type <> 'percent' or value between 0 and 100),
  constraint coupons_used_within_limit check (used_count <= usage_limit)
);
comment on table app.coupons is 'Discount codes. used_count is kept under a lock on this row and given back on cancel. decisions: 3';
comment on column app.coupons.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.coupons.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.coupons.store_id is 'The store. The fence compares it.';
comment on column app.coupons.code is 'What shoppers type, kept in capitals.';
comment on column app.coupons.type is 'percent, fixed or free_shipping.';
comment on column app.coupons.value is 'Percent or amount, by type.';
comment on column app.coupons.starts_at is 'Valid from; null always.';
comment on column app.coupons.ends_at is 'Valid until, exclusive; null always.';
comment on column app.coupons.minimum_subtotal is 'Smallest subtotal it may be used on.';
comment on column app.coupons.maximum_discount is 'Most it takes off; null without limit.';
comment on column app.coupons.usage_limit is 'Uses in all; null without limit.';
comment on column app.coupons.usage_limit_per_customer is 'Uses per customer; null without limit.';
comment on column app.coupons.used_count is 'Uses that count now; kept under a lock on this row.';
comment on column app.coupons.status is 'active or inactive.';
comment on column app.coupons.created_at is 'When the row was written, by internal.now().';
comment on column app.coupons.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
