--! Previous: sha1:0c8bb9885f50536b531f40eae2844de73defbb87
--! Hash: sha1:06b67cc070d7fa60313930c558e8846bdbd486d3
--! Message: Customers

-- People who buy, and which rows of the history were erased for them.

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
  erased_at timestamptz,
  constraint customers_phone_key unique (store_id, phone),
  constraint customers_email_key unique (store_id, email),
  constraint customers_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint customers_erased_are_nobody check (erased_at is null or full_name = 'Erased customer' and email is null
    and phone is null and gender is null)
);
create index customers_store_id_created_at_idx on app.customers (store_id, created_at desc, id desc);
create index customers_company_id_created_at_idx on app.customers (company_id, created_at desc, id desc);
create index customers_full_name_search_idx on app.customers
  using gin (internal.fold(full_name) extensions.gin_trgm_ops);
create index customers_phone_trigrams_idx on app.customers using gin (lower(phone) extensions.gin_trgm_ops);
create index customers_email_trigrams_idx on app.customers using gin (lower(email) extensions.gin_trgm_ops);
create index customers_short_grams_idx on app.customers
  using gin (internal.short_grams((internal.fold(full_name) || ' ') || coalesce(lower(email), '')));
alter table app.staff_notes add foreign key (company_id, store_id, customer_id)
  references app.customers (company_id, store_id, id);

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
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint customer_addresses_store_id_customer_id_fkey foreign key (company_id, store_id, customer_id)
    references app.customers (company_id, store_id, id)
);
create index customer_addresses_customer_id_idx on app.customer_addresses (store_id, customer_id);
create unique index customer_addresses_one_default on app.customer_addresses (customer_id, company_id)
  where is_default;

create table app.erased_rows (
  company_id uuid not null references app.companies,
  erasure_id uuid not null,
  log text not null check (log in ('order_timeline', 'activity_log', 'events')),
  row_id uuid not null,
  sealed_digest bytea not null check (length(sealed_digest) = 32),
  erased_digest bytea not null check (length(erased_digest) = 32),
  primary key (company_id, row_id, erasure_id),
  constraint erased_rows_changed check (sealed_digest <> erased_digest)
);
