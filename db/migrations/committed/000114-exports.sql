--! Previous: sha1:fd5dde065cf2472a5b22552bd7d17baf8ef74dca
--! Hash: sha1:1316929e18ab0fc99c98ba17c7e6637c7377c4c9
--! Message: Exports

-- Exports: whole lists as files, which workers write from one snapshot.

create table app.exports (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  key_id uuid not null,
  operation text not null check (operation in ('list_products', 'list_orders', 'list_customers',
    'list_inventory_levels', 'list_inventory_movements')),
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  format text not null check (format in ('ndjson', 'csv')),
  with_bom boolean not null,
  for_sync boolean not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'finished', 'failed')),
  record_count bigint not null default 0 check (record_count >= 0),
  size_bytes bigint check (size_bytes >= 0),
  attempts integer not null default 0 check (attempts >= 0),
  storage_key text check (length(storage_key) between 1 and 300) unique,
  synced_until timestamptz,
  failure_code text check (failure_code in ('KEY_NOT_LIVE', 'FORBIDDEN_SCOPE', 'TOOK_TOO_LONG', 'GAVE_UP',
    'CANCELLED')),
  failure_message text check (length(failure_message) between 1 and 1000),
  lease_id uuid,
  lease_expires_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, key_id) references app.api_keys (company_id, id),
  constraint exports_running_ones_are_held check ((status = 'running') = (lease_id is not null)
    and (lease_id is null) = (lease_expires_at is null)),
  constraint exports_ended_ones_expire check ((status in ('finished', 'failed')) = (ended_at is not null)
    and (ended_at is null) = (expires_at is null)),
  constraint exports_finished_ones_have_a_file check (status <> 'finished' or size_bytes is not null
    and storage_key is not null and synced_until is not null),
  constraint exports_failed_ones_say_why check ((status = 'failed') = (failure_code is not null)
    and (failure_code is null) = (failure_message is null)),
  constraint exports_only_what_syncs_is_for_sync check (not for_sync
    or (operation in ('list_products', 'list_orders')))
);
create index exports_store_id_created_at_idx on app.exports (store_id, created_at desc, id desc);
create index exports_company_id_created_at_idx on app.exports (company_id, created_at desc, id desc);
create index exports_key_id_idx on app.exports (company_id, key_id);
create index exports_open_idx on app.exports (created_at) where status in ('pending', 'running');
create index exports_expires_at_idx on app.exports (expires_at) where expires_at is not null;
