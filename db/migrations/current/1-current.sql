-- Every key of a store's rows names the company, as an engine that distributes tables by company asks.
-- The names of the constraints stay: the server before and error messages know them.
do $$
declare
  v_key record;
  v_foreign_keys constant text[] := array(
    select format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname,
      regexp_replace(pg_get_constraintdef(k.oid), '\((.*?)\) REFERENCES (.*?)\((.*?)\)',
        '(company_id, \1) REFERENCES \2(company_id, \3)'))
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'company_id' and a.attnum <> all (k.conkey)
    join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'company_id'
    where k.contype = 'f' and k.connamespace = 'app'::regnamespace
    order by k.conrelid::regclass::text, k.conname);
begin
  for v_key in
    select k.conrelid::regclass as table, k.conname as name
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'company_id' and a.attnum <> all (k.conkey)
    join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'company_id'
    where k.contype = 'f' and k.connamespace = 'app'::regnamespace
  loop
    execute format('alter table %s drop constraint %I', v_key.table, v_key.name);
  end loop;
  -- company_id stands last: what looks rows up without it finds the index as before, and the planner does not take
  -- company and store, of which one follows from the other, for two filters.
  for v_key in
    select k.conrelid::regclass as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'company_id' and a.attnum <> all (k.conkey)
    where k.contype = 'u' and k.connamespace = 'app'::regnamespace and (k.conname like '%\_id\_id\_key'
      or k.conname in ('api_keys_replaces_key_id_key', 'inventory_levels_variant_location_key',
        'product_images_position_key', 'variants_options_key', 'webhook_attempts_attempt_key',
        'webhook_deliveries_event_once_an_endpoint'))
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s', v_key.table, v_key.name, v_key.name,
      replace(v_key.definition, ')', ', company_id)'));
  end loop;
  foreach v_key.definition in array v_foreign_keys loop
    execute v_key.definition;
  end loop;
end
$$;

-- The same for unique indexes.
drop index if exists app.attribute_values_value_key;
create unique index attribute_values_value_key
  on app.attribute_values (attribute_id, internal.fold(value), company_id);
drop index if exists app.attributes_name_key;
create unique index attributes_name_key on app.attributes (store_id, internal.fold(name), company_id);
drop index if exists app.payment_methods_name_key;
create unique index payment_methods_name_key on app.payment_methods (store_id, internal.fold(name), company_id);
drop index if exists app.api_keys_one_grace_per_lineage;
create unique index api_keys_one_grace_per_lineage on app.api_keys (lineage_id, company_id)
  where grace_ends_at is not null and revoked_at is null;
drop index if exists app.customer_addresses_one_default;
create unique index customer_addresses_one_default
  on app.customer_addresses (customer_id, company_id) where is_default;
drop index if exists app.parcels_one_open_per_order;
create unique index parcels_one_open_per_order on app.parcels (order_id, company_id)
  where status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
drop index if exists app.payments_transaction_id_key;
create unique index payments_transaction_id_key on app.payments (store_id, transaction_id, company_id)
  where status = 'settled' and kind = 'payment';
drop index if exists app.product_categories_one_primary;
create unique index product_categories_one_primary
  on app.product_categories (product_id, company_id) where is_primary;
drop index if exists app.product_images_one_thumbnail;
create unique index product_images_one_thumbnail on app.product_images (product_id, company_id) where is_thumbnail;

-- Primary keys of tables that are read by the columns in front, and that no API shows.
alter table app.idempotency_keys drop constraint idempotency_keys_pkey,
  add constraint idempotency_keys_pkey primary key (lineage_id, key, company_id);
alter table app.report_cache drop constraint report_cache_pkey,
  add constraint report_cache_pkey primary key (store_id, operation, parameters, company_id);
alter table app.webhook_attempt_counts drop constraint webhook_attempt_counts_pkey,
  add constraint webhook_attempt_counts_pkey primary key (endpoint_id, outcome, company_id);

-- Nothing refers to these; their ids are unique by the primary key.
alter table app.customer_addresses drop constraint if exists customer_addresses_store_id_id_key;
alter table app.product_images drop constraint if exists product_images_store_id_id_key;

-- What changed since the last seal is found by these (ledger.changed_orders). They are a few pages each, and with
-- summaries an update can still stay in its page.
create index if not exists order_items_updated_at_idx on app.order_items using brin (updated_at);
create index if not exists payments_updated_at_idx on app.payments using brin (updated_at);
create index if not exists parcels_updated_at_idx on app.parcels using brin (updated_at);
-- Customers whose personal data was erased, and what that changed in the rows that are sealed.
alter table app.customers add column if not exists erased_at timestamptz;
comment on column app.customers.erased_at is
  'When the personal data was erased; null for everybody else.';
alter table app.customers drop constraint if exists customers_erased_are_nobody;
alter table app.customers add constraint customers_erased_are_nobody check (
  erased_at is null
  or full_name = 'Erased customer' and email is null and phone is null and gender is null);

create table if not exists app.erased_rows (
  company_id uuid not null references app.companies (id),
  erasure_id uuid not null,
  log text not null check (log in ('order_timeline', 'activity_log', 'events')),
  row_id uuid not null,
  sealed_digest bytea not null check (length(sealed_digest) = 32),
  erased_digest bytea not null check (length(erased_digest) = 32),
  primary key (company_id, row_id, erasure_id),
  constraint erased_rows_changed check (sealed_digest <> erased_digest)
);
comment on table app.erased_rows is 'Rows of the history from which personal data was erased, so that their seals hold. Append only. Checked by ledger.check_erasures.';
comment on column app.erased_rows.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.erased_rows.erasure_id is 'The erasure: its entry in the activity log, customer.erased, has this id, and a digest of these rows.';
comment on column app.erased_rows.log is 'The table of the row.';
comment on column app.erased_rows.row_id is 'The row.';
comment on column app.erased_rows.sealed_digest is 'SHA-256 of the row as it was written: what its seal covers.';
comment on column app.erased_rows.erased_digest is 'SHA-256 of the row as it is since.';


-- A secret is encrypted by the processes (server/secrets), or in clear where they have no key.
alter table app.webhook_endpoints drop constraint if exists webhook_endpoints_secret_check;
alter table app.webhook_endpoints add constraint webhook_endpoints_secret_check
  check (secret ~ '^(whsec_[A-Za-z0-9+/]{43}=|enc1:[0-9a-f]{8}:[A-Za-z0-9_-]{60,200})$');
alter table app.webhook_endpoints drop constraint if exists webhook_endpoints_previous_secret_check;
alter table app.webhook_endpoints add constraint webhook_endpoints_previous_secret_check
  check (previous_secret ~ '^(whsec_[A-Za-z0-9+/]{43}=|enc1:[0-9a-f]{8}:[A-Za-z0-9_-]{60,200})$');

-- The latest time that the clock has shown, so that updated_at and the ids of the history do not run back with it.
create sequence if not exists internal.latest_clock as bigint;
comment on sequence internal.latest_clock is 'The latest time of the wall clock that was noted, in milliseconds since 1970 (internal.clock_floor).';
