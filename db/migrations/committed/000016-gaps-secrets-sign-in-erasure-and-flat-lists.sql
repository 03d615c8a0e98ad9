--! Previous: sha1:6cbce5d80a4588796a5d1c9b16bdd0a8f51ec39c
--! Hash: sha1:000704a5e8e0008bc4ba68027ae94ba572b0787f
--! Message: gaps-secrets-sign-in-erasure-and-flat-lists

--! split: 1-current.sql
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

-- Sign-in: waits after wrong attempts, known places, a second factor, and sessions that say where they are.

alter table app.companies add column if not exists requires_two_factor boolean not null default false;
comment on column app.companies.requires_two_factor is 'True: staff without two-factor sign-in can only set it up.';

alter table app.staff_sessions
  add column if not exists address inet,
  add column if not exists user_agent text,
  add column if not exists last_seen_at timestamptz;
comment on column app.staff_sessions.address is 'The network address it was opened from; null where nobody told.';
comment on column app.staff_sessions.user_agent is 'The browser or program that opened it, as it calls itself.';
comment on column app.staff_sessions.last_seen_at is 'Its last request, to within 15 minutes.';

comment on column app.staff.failed_sign_ins is 'No longer written: see internal.sign_in_waits. The next release drops it.';
comment on column app.staff.locked_until is 'No longer written: see internal.sign_in_waits. The next release drops it.';

create table if not exists app.staff_authenticators (
  id uuid primary key,
  company_id uuid not null references app.companies,
  staff_id uuid not null,
  sealed_seed text not null,
  seed_hash bytea not null,
  confirmed_at timestamptz,
  last_step bigint,
  recovery_code_hashes bytea[] not null default '{}',
  created_at timestamptz not null,
  constraint staff_authenticators_staff_id_key unique (staff_id, company_id),
  foreign key (company_id, staff_id) references app.staff (company_id, id),
  constraint staff_authenticators_seed_hash_check check (length(seed_hash) = 32)
);
comment on table app.staff_authenticators is 'The authenticator app of a staff member (TOTP, RFC 6238): the second factor of their sign-in. One row a person.';
comment on column app.staff_authenticators.id is 'The encrypted seed is bound to it.';
comment on column app.staff_authenticators.staff_id is 'Whose it is.';
comment on column app.staff_authenticators.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_authenticators.sealed_seed is 'The seed, encrypted by the staff server. The key is not in the database.';
comment on column app.staff_authenticators.seed_hash is 'SHA-256 of the seed. A code is checked only with the seed that has this hash.';
comment on column app.staff_authenticators.confirmed_at is 'When the first code was right. Null: it is being set up and asks for nothing yet.';
comment on column app.staff_authenticators.last_step is 'The time step (30 seconds) of the last code that was used: no code is good twice.';
comment on column app.staff_authenticators.recovery_code_hashes is 'SHA-256 of the recovery codes that are left.';
comment on column app.staff_authenticators.created_at is 'When the row was written, by internal.now().';

create table if not exists app.staff_places (
  id uuid primary key default uuidv7(),
  staff_id uuid not null,
  company_id uuid not null references app.companies,
  kind text not null,
  place_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint staff_places_place_key unique (staff_id, kind, place_hash, company_id),
  foreign key (company_id, staff_id) references app.staff (company_id, id),
  constraint staff_places_kind_check check (kind in ('device', 'address')),
  constraint staff_places_place_hash_check check (length(place_hash) = 32)
);
create index if not exists staff_places_place_hash_idx on app.staff_places (place_hash) where kind = 'device';
comment on table app.staff_places is 'Where staff have signed in from: wrong attempts of strangers do not slow these places. Removed after 180 days without a sign-in.';
comment on column app.staff_places.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff_places.staff_id is 'Who signed in.';
comment on column app.staff_places.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_places.kind is 'device: a browser or program that keeps the device token. address: a network address.';
comment on column app.staff_places.place_hash is 'SHA-256 of the device token or of the address.';
comment on column app.staff_places.created_at is 'The first sign-in from there.';
comment on column app.staff_places.last_used_at is 'The last sign-in from there.';

create table if not exists internal.sign_in_waits (
  key text primary key,
  account bytea not null,
  failures double precision not null,
  failed_at timestamptz not null,
  wait_until timestamptz
);
create index if not exists sign_in_waits_account_idx on internal.sign_in_waits (account);
create index if not exists sign_in_waits_failed_at_idx on internal.sign_in_waits (failed_at);
comment on table internal.sign_in_waits is 'Wrong passwords and codes, and how long to wait after them. Kept for unknown emails too, so that nobody learns which exist.';
comment on column internal.sign_in_waits.key is 'Who is slowed, as kind:SHA-256. internal.sign_in_keys tells the kinds.';
comment on column internal.sign_in_waits.account is 'SHA-256 of the email that was tried last.';
comment on column internal.sign_in_waits.failures is 'Wrong attempts. They are forgotten with time, so this is a fraction.';
comment on column internal.sign_in_waits.failed_at is 'The last wrong attempt.';
comment on column internal.sign_in_waits.wait_until is 'No attempt is looked at before this; null where none has to wait.';

do $$
begin
  if not exists (
    select from pg_attribute a
    where a.attrelid = (select t.typrelid from pg_type t where t.oid = 'staff.session'::regtype)
      and a.attname = 'device_token'
  ) then
    alter type staff.session add attribute must_set_up_two_factor boolean, add attribute device_token text;
  end if;
  if to_regtype('staff.two_factor') is null then
    create type staff.two_factor as (
      is_on boolean, is_required boolean, must_set_up boolean, recovery_codes_left integer);
  end if;
  if to_regtype('staff.two_factor_setup') is null then
    create type staff.two_factor_setup as (secret text, uri text);
  end if;
  if to_regtype('staff.recovery_sheet') is null then
    create type staff.recovery_sheet as (codes text[]);
  end if;
  if to_regtype('staff.open_session') is null then
    create type staff.open_session as (
      id uuid, address text, user_agent text, created_at timestamptz, last_seen_at timestamptz,
      expires_at timestamptz, is_current boolean);
  end if;
end
$$;
comment on column staff.session.must_set_up_two_factor is 'True where the company requires two-factor sign-in and this person has not set it up: nothing else can be done before.';
comment on column staff.session.device_token is 'Keep it on this device and send it with the next sign-in: then wrong attempts of others never make you wait here.';
comment on type staff.two_factor is 'Your two-factor sign-in.';
comment on column staff.two_factor.is_on is 'True when signing in asks you for a code.';
comment on column staff.two_factor.is_required is 'True when an owner requires it of all staff of the company.';
comment on column staff.two_factor.must_set_up is 'True while you can do nothing but set it up.';
comment on column staff.two_factor.recovery_codes_left is 'How many recovery codes you have left.';
comment on type staff.two_factor_setup is 'What an authenticator app needs. It is shown this once.';
comment on column staff.two_factor_setup.secret is 'The secret in Base32, to be typed into the app.';
comment on column staff.two_factor_setup.uri is 'The same as an otpauth address, which apps read from a QR code or a link.';
comment on type staff.recovery_sheet is 'Codes for a lost phone. Each is good once; they are shown this once.';
comment on column staff.recovery_sheet.codes is 'Keep them on paper or in a password manager.';
comment on type staff.open_session is 'A session that is good now.';
comment on column staff.open_session.id is 'What end_session takes.';
comment on column staff.open_session.address is 'The network address it was opened from.';
comment on column staff.open_session.user_agent is 'The browser or program that opened it, as it calls itself.';
comment on column staff.open_session.created_at is 'When it was opened.';
comment on column staff.open_session.last_seen_at is 'Its last request, to within 15 minutes.';
comment on column staff.open_session.expires_at is 'When it ends by itself.';
comment on column staff.open_session.is_current is 'True for the session that asks.';

-- What an endpoint misses while it is off: one row an absence, not one an event. Deliveries that were held before stay until
-- they are recovered or 30 days old.
create table if not exists app.webhook_gaps (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  endpoint_id uuid not null,
  event_types text[] not null,
  after_sequence bigint not null,
  upto_sequence bigint,
  ended_at timestamptz,
  constraint webhook_gaps_pkey primary key (id, company_id),
  constraint webhook_gaps_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint webhook_gaps_store_id_endpoint_id_fkey
    foreign key (company_id, store_id, endpoint_id) references app.webhook_endpoints (company_id, store_id, id),
  constraint webhook_gaps_end_after_their_start check (upto_sequence >= after_sequence),
  constraint webhook_gaps_ended_have_a_time check ((upto_sequence is null) = (ended_at is null))
);
create index if not exists webhook_gaps_store_id_endpoint_id_idx on app.webhook_gaps (store_id, endpoint_id);
create unique index if not exists webhook_gaps_one_open_an_endpoint
  on app.webhook_gaps (endpoint_id, company_id) where upto_sequence is null;
comment on table app.webhook_gaps is
  'What webhook endpoints missed while they were off: a part of the stream of events. recover_webhooks delivers it. decisions: 7';
comment on column app.webhook_gaps.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.webhook_gaps.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.webhook_gaps.store_id is 'The store. The fence compares it.';
comment on column app.webhook_gaps.endpoint_id is 'Who missed it.';
comment on column app.webhook_gaps.event_types is 'What the endpoint wanted to hear of then; {*} is everything.';
comment on column app.webhook_gaps.after_sequence is 'It begins after the event with this sequence.';
comment on column app.webhook_gaps.upto_sequence is 'It ends with the event with this sequence; null while it is open.';
comment on column app.webhook_gaps.ended_at is 'When it ended; 30 days later it is removed.';
comment on column app.webhook_endpoints.status is
  'active, or disabled: then it misses events, which can be recovered for 30 days.';
comment on column app.webhook_deliveries.status is
  'pending, sending, delivered, failed (every try used up) or held (it waited when the endpoint was disabled).';

-- What is disabled today misses from now on.
alter table app.webhook_endpoints no force row level security;
alter table app.webhook_gaps no force row level security;
insert into app.webhook_gaps (company_id, store_id, endpoint_id, event_types, after_sequence)
  select e.company_id, e.store_id, e.id, e.event_types,
    coalesce((select s.last_value from pg_catalog.pg_sequences s
      where s.schemaname = 'app' and s.sequencename = 'events_sequence_seq'), 0)
  from app.webhook_endpoints e
  where e.status = 'disabled'
    and not exists (select from app.webhook_gaps g where g.endpoint_id = e.id and g.upto_sequence is null);
alter table app.webhook_endpoints force row level security;
alter table app.webhook_gaps force row level security;

-- Lists that stay as quick in a large shop: orders that are alike in all four lie together, by time.
create index if not exists orders_groups_idx on app.orders
  (store_id, status, payment_status, fulfillment_status, channel_id, created_at desc, id desc);
drop index if exists app.orders_store_id_status_idx;

-- What changed since a moment is gathered without a look at what was created since.
create index if not exists orders_store_id_changes_idx on app.orders (store_id, updated_at, created_at, id);
create index if not exists orders_company_id_changes_idx on app.orders (company_id, updated_at, created_at, id);
drop index if exists app.orders_store_id_updated_at_idx;
drop index if exists app.orders_company_id_updated_at_idx;
create index if not exists products_store_id_changes_idx on app.products (store_id, updated_at, created_at, id);
create index if not exists products_company_id_changes_idx on app.products (company_id, updated_at, created_at, id);
drop index if exists app.products_store_id_updated_at_idx;
drop index if exists app.products_company_id_updated_at_idx;

create index if not exists orders_assignee_idx on app.orders (company_id, assignee_id, created_at desc, id desc)
  where assignee_id is not null;
drop index if exists app.orders_assignee_id_idx;

create index if not exists products_store_id_status_idx on app.products (store_id, status, created_at desc, id desc);

-- Levels know whether they are low, so that those which are can be listed without a look at all others. The threshold
-- is the variant's (internal.tg_variants__copy_threshold). As a column of its own is_low_stock changes only when a
-- level becomes low, so that a booking still writes the row alone and no index.
alter table app.inventory_levels add column if not exists low_stock_threshold integer not null default 0;
alter table app.inventory_levels add column if not exists is_low_stock boolean not null
  generated always as (on_hand - reserved <= low_stock_threshold) stored;
comment on column app.inventory_levels.low_stock_threshold is 'The variant''s, in units.';
comment on column app.inventory_levels.is_low_stock is 'Available units are at or below the threshold.';
alter table app.inventory_levels no force row level security;
alter table app.variants no force row level security;
alter table app.inventory_levels disable trigger user;
update app.inventory_levels l set low_stock_threshold = v.low_stock_threshold
  from app.variants v
  where v.id = l.variant_id and l.low_stock_threshold <> v.low_stock_threshold;
alter table app.inventory_levels enable trigger user;
alter table app.inventory_levels force row level security;
alter table app.variants force row level security;
create index if not exists inventory_levels_groups_idx on app.inventory_levels
  (store_id, location_id, is_low_stock, created_at desc, id desc);

-- The trigrams of a phone, an email or a number also answer "=", and the planner took them for it, though they read many
-- rows where the unique index reads one. Of lower() they are for searches alone.
create index if not exists customers_phone_trigrams_idx on app.customers
  using gin (lower(phone) extensions.gin_trgm_ops);
create index if not exists customers_email_trigrams_idx on app.customers
  using gin (lower(email) extensions.gin_trgm_ops);
create index if not exists orders_number_trigrams_idx on app.orders using gin (lower(number) extensions.gin_trgm_ops);
drop index if exists app.customers_phone_search_idx;
drop index if exists app.customers_email_search_idx;
drop index if exists app.orders_number_search_idx;

-- A store is of one company. Told so, the planner does not take the fence's two conditions for independent: it expected
-- one row of a large company where many share a table, and read all of them for a page.
do $$
declare
  v_table regclass;
begin
  for v_table in
    select c.oid
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    join pg_attribute b on b.attrelid = c.oid and b.attname = 'store_id'
    where c.relnamespace = 'app'::regnamespace and c.relkind = 'r'
      and not exists (
        select from pg_statistic_ext e
        where e.stxrelid = c.oid and e.stxname = c.relname || '_tenant')
  loop
    execute format('create statistics app.%I (dependencies) on company_id, store_id from %s',
      (select c.relname || '_tenant' from pg_class c where c.oid = v_table), v_table);
    execute format('analyze %s', v_table);
  end loop;
end
$$;
-- The latest time that the clock has shown, so that updated_at and the ids of the history do not run back with it.
create sequence if not exists internal.latest_clock as bigint;
comment on sequence internal.latest_clock is 'The latest time of the wall clock that was noted, in milliseconds since 1970 (internal.clock_floor).';
