-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Whole lists as files. A worker writes the file from one snapshot and with the key that asked; the row goes with its
-- file, seven days after its end.
table app.exports (
  -- UUIDv7, rising with time.
  id               uuid not null default uuidv7(),
  -- The tenant.
  company_id       uuid not null,
  -- The store whose records it holds.
  store_id         uuid not null,
  -- The key that asked. Only this key and those that replace it see the export.
  key_id           uuid not null,
  -- The list that it holds.
  operation        text not null,
  -- The filters of the list, as its operation takes them.
  filters          jsonb not null,
  -- ndjson: a document a line. csv: a table, see workers/exports/columns.ts.
  format           text not null,
  -- Whether a CSV begins with the mark by which spreadsheets know UTF-8.
  with_bom         boolean not null,
  -- Whether records that changed after synced_until are left out: the sync that goes on from there has them.
  for_sync         boolean not null,
  -- pending: waits for a worker. running: a worker writes it. finished: the file is there. failed: see failure_code.
  status           text not null default 'pending',
  -- Records written so far, in the end all.
  record_count     bigint not null default 0,
  -- Size of the file.
  size_bytes       bigint,
  -- How often a worker began to write it.
  attempts         integer not null default 0,
  -- Key of the stored file; another with each attempt.
  storage_key      text,
  -- Every change up to here is in the file: whatever wrote before had ended when the snapshot was taken.
  synced_until     timestamptz,
  -- KEY_NOT_LIVE: the key was revoked or expired. FORBIDDEN_SCOPE: it lost the scope. TOOK_TOO_LONG: more than a
  -- snapshot may last. GAVE_UP: each attempt broke off. CANCELLED: staff cancelled it.
  failure_code     text,
  -- The same for people.
  failure_message  text,
  -- The attempt that writes it now.
  lease_id         uuid,
  -- By when that attempt has to show itself, by the wall clock; then another begins anew.
  lease_expires_at timestamptz,
  -- When the latest attempt began.
  started_at       timestamptz,
  -- When it was finished or failed.
  ended_at         timestamptz,
  -- When the file and the row are removed.
  expires_at       timestamptz,
  -- When it was asked for.
  created_at       timestamptz not null,
  -- When the row changed last.
  updated_at       timestamptz not null,
  constraint exports_pkey primary key (id),
  constraint exports_storage_key_key unique (storage_key),
  constraint exports_store_id_id_key unique (store_id, id),
  constraint exports_company_id_key_id_fkey foreign key (company_id, key_id) references app.api_keys(company_id, id),
  constraint exports_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint exports_attempts_check check (attempts >= 0),
  constraint exports_ended_ones_expire check ((status in ('finished', 'failed')) = (ended_at is not null) and (ended_at is null) = (expires_at is null)),
  constraint exports_failed_ones_say_why check ((status = 'failed') = (failure_code is not null) and (failure_code is null) = (failure_message is null)),
  constraint exports_failure_code_check check (failure_code in ('KEY_NOT_LIVE', 'FORBIDDEN_SCOPE', 'TOOK_TOO_LONG', 'GAVE_UP', 'CANCELLED')),
  constraint exports_failure_message_check check (length(failure_message) >= 1 and length(failure_message) <= 1000),
  constraint exports_filters_check check (jsonb_typeof(filters) = 'object'),
  constraint exports_finished_ones_have_a_file check (status <> 'finished' or size_bytes is not null and storage_key is not null and synced_until is not null),
  constraint exports_format_check check (format in ('ndjson', 'csv')),
  constraint exports_only_what_syncs_is_for_sync check (not for_sync or (operation in ('list_products', 'list_orders'))),
  constraint exports_operation_check check (operation in ('list_products', 'list_orders', 'list_customers', 'list_inventory_levels', 'list_inventory_movements')),
  constraint exports_record_count_check check (record_count >= 0),
  constraint exports_running_ones_are_held check ((status = 'running') = (lease_id is not null) and (lease_id is null) = (lease_expires_at is null)),
  constraint exports_size_bytes_check check (size_bytes >= 0),
  constraint exports_status_check check (status in ('pending', 'running', 'finished', 'failed')),
  constraint exports_storage_key_check check (length(storage_key) >= 1 and length(storage_key) <= 300)
);
create index exports_company_id_created_at_idx on app.exports using btree (company_id, created_at desc, id desc);
create index exports_expires_at_idx on app.exports using btree (expires_at) where (expires_at is not null);
create index exports_key_id_idx on app.exports using btree (company_id, key_id);
create index exports_open_idx on app.exports using btree (created_at) where (status in ('pending', 'running'));
create index exports_store_id_created_at_idx on app.exports using btree (store_id, created_at desc, id desc);
trigger _100_stamp_times before insert or update on app.exports for each row execute function internal.tg__stamp_times();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (( select internal.is_permitted('developer.manage') as is_permitted));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, select, update to haat_gatekeeper;
grant select (id, company_id, store_id, key_id, operation, filters, format, with_bom, for_sync, status, record_count, size_bytes, attempts, synced_until, failure_code, failure_message, started_at, ended_at, expires_at, created_at, updated_at) to haat_staff;
grant select to haat_api, haat_dba;
