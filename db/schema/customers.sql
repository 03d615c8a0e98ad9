-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Saved addresses of a customer; at most one is the default.
table app.customer_addresses (
  -- UUIDv7: opaque to clients, rising with time.
  id              uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id      uuid not null,
  -- The store. The fence compares it.
  store_id        uuid not null,
  -- Whose address it is.
  customer_id     uuid not null,
  -- Name of the address, such as Home.
  label           text,
  -- Name of the person who receives parcels there.
  recipient_name  text,
  -- Phone of that person, as written.
  recipient_phone text,
  -- Street and house.
  address_line    text not null,
  -- City or district.
  city            text,
  -- Area within it.
  area            text,
  -- Postal code, as written.
  postal_code     text,
  -- The address that is used unless another is chosen.
  is_default      boolean not null default false,
  -- When the row was written, by internal.now().
  created_at      timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at      timestamptz not null,
  constraint customer_addresses_pkey primary key (id),
  constraint customer_addresses_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint customer_addresses_store_id_customer_id_fkey foreign key (company_id, store_id, customer_id) references app.customers(company_id, store_id, id),
  constraint customer_addresses_address_line_check check (length(address_line) >= 1 and length(address_line) <= 1000),
  constraint customer_addresses_area_check check (length(area) <= 200),
  constraint customer_addresses_city_check check (length(city) <= 200),
  constraint customer_addresses_label_check check (length(label) <= 100),
  constraint customer_addresses_postal_code_check check (length(postal_code) <= 20),
  constraint customer_addresses_recipient_name_check check (length(recipient_name) <= 200),
  constraint customer_addresses_recipient_phone_check check (length(recipient_phone) <= 50)
);
create index customer_addresses_customer_id_idx on app.customer_addresses using btree (store_id, customer_id);
create unique index customer_addresses_one_default on app.customer_addresses using btree (customer_id, company_id) where is_default;
trigger _100_stamp_times before insert or update on app.customer_addresses for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.customer_addresses for each row execute function internal.tg__journal('customer_address', 'id', 'customer_id', '', '');
trigger _500_touch_customer after insert or delete on app.customer_addresses for each row execute function internal.tg__touch_customer();
trigger _500_touch_customer_on_update after update on app.customer_addresses for each row when (old.* *<> new.*) execute function internal.tg__touch_customer();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (( select internal.is_permitted('customers.read') as is_permitted));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- People who buy. phone is canonical (01XXXXXXXXX).
table app.customers (
  -- UUIDv7: opaque to clients, rising with time.
  id         uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The store. The fence compares it.
  store_id   uuid not null,
  -- Name as given at the first order, or as edited.
  full_name  text not null,
  -- In lower case; unique in the store.
  email      text,
  -- Bangladeshi mobile, canonical: 01XXXXXXXXX; unique in the store.
  phone      text,
  -- active, inactive or blocked.
  status     text not null default 'active',
  -- manual, registered or guest.
  type       text not null default 'manual',
  -- male or female, where known.
  gender     text,
  -- When the row was written, by internal.now().
  created_at timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at timestamptz not null,
  -- When the personal data was erased; null for everybody else.
  erased_at  timestamptz,
  constraint customers_pkey primary key (id),
  constraint customers_email_key unique (store_id, email),
  constraint customers_phone_key unique (store_id, phone),
  constraint customers_store_id_id_key unique (store_id, id, company_id),
  constraint customers_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint customers_email_check check (email = lower(email) and length(email) >= 3 and length(email) <= 320),
  constraint customers_erased_are_nobody check (erased_at is null or full_name = 'Erased customer' and email is null and phone is null and gender is null),
  constraint customers_full_name_check check (length(full_name) >= 1 and length(full_name) <= 200),
  constraint customers_gender_check check (gender in ('male', 'female')),
  constraint customers_phone_check check (phone ~ '^01[3-9][0-9]{8}$'),
  constraint customers_status_check check (status in ('active', 'inactive', 'blocked')),
  constraint customers_type_check check (type in ('manual', 'registered', 'guest'))
);
create index customers_company_id_created_at_idx on app.customers using btree (company_id, created_at desc, id desc);
create index customers_email_trigrams_idx on app.customers using gin (lower(email) extensions.gin_trgm_ops);
create index customers_full_name_search_idx on app.customers using gin (internal.fold(full_name) extensions.gin_trgm_ops);
create index customers_lifespans_idx on app.customers using btree (store_id, internal.lifespan_class((updated_at - created_at)), created_at, id);
create index customers_phone_trigrams_idx on app.customers using gin (lower(phone) extensions.gin_trgm_ops);
create index customers_short_grams_idx on app.customers using gin (internal.short_grams(((internal.fold(full_name) || ' ') || coalesce(lower(email), ''))));
create index customers_sounds_idx on app.customers using gin (internal.sounds_of(full_name) extensions.gin_trgm_ops);
create index customers_store_id_created_at_idx on app.customers using btree (store_id, created_at desc, id desc);
trigger _100_stamp_times before insert or update on app.customers for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.customers for each row execute function internal.tg__journal('customer', 'id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select (id, company_id, store_id, full_name, status, type, gender, created_at, updated_at, erased_at) to haat_staff;
grant select to haat_api, haat_dba, haat_gatekeeper;

-- Rows of the history from which personal data was erased, so that their seals hold. Append only. Checked by
-- ledger.check_erasures.
table app.erased_rows (
  -- The tenant. On every row: the fence compares it.
  company_id    uuid not null,
  -- The erasure: its entry in the activity log, customer.erased, has this id, and a digest of these rows.
  erasure_id    uuid not null,
  -- The table of the row.
  log           text not null,
  -- The row.
  row_id        uuid not null,
  -- SHA-256 of the row as it was written: what its seal covers.
  sealed_digest bytea not null,
  -- SHA-256 of the row as it is since.
  erased_digest bytea not null,
  constraint erased_rows_pkey primary key (company_id, row_id, erasure_id),
  constraint erased_rows_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint erased_rows_changed check (sealed_digest <> erased_digest),
  constraint erased_rows_erased_digest_check check (length(erased_digest) = 32),
  constraint erased_rows_log_check check (log in ('order_timeline', 'activity_log', 'events', 'changes')),
  constraint erased_rows_sealed_digest_check check (length(sealed_digest) = 32)
);
trigger _900_append_only before delete or update or truncate on app.erased_rows for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select to haat_dba, haat_gatekeeper;
