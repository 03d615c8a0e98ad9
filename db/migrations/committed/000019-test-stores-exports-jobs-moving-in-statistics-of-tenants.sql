--! Previous: sha1:8004a9fe760404cf132d62c3cf127cc67d331d5c
--! Hash: sha1:739e7f53437cac5bbc321423d139d96730a3c07f
--! Message: test stores, exports, jobs, moving in, statistics of tenants

--! split: 1-current.sql
-- Stores to try in.
alter table app.stores add column if not exists is_test boolean not null default false;
alter table app.stores add column if not exists reset_asked_at timestamptz;
comment on column app.stores.is_test is
  'A store to try in: outside of what is said of the company as a whole, of its plan and of company keys. Never changes.';
comment on column app.stores.reset_asked_at is
  'When somebody asked for the demo in this test store; null when it is there.';
alter table app.stores drop constraint if exists stores_only_test_stores_are_reset;
alter table app.stores add constraint stores_only_test_stores_are_reset check (is_test or reset_asked_at is null);
create table if not exists app.time_jumps (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  hours integer not null,
  created_at timestamptz not null,
  constraint time_jumps_pkey primary key (id),
  constraint time_jumps_company_id_store_id_fkey foreign key (company_id, store_id)
    references app.stores (company_id, id),
  constraint time_jumps_hours_check check (hours between 1 and 720)
);
create index if not exists time_jumps_store_id_idx on app.time_jumps (store_id, created_at);
comment on table app.time_jumps is
  'How much time people let pass in a test store, and when: what began to wait before has waited for so much longer.';
comment on column app.time_jumps.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.time_jumps.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.time_jumps.store_id is 'The store. The fence compares it.';
comment on column app.time_jumps.hours is 'How many hours were let pass.';
comment on column app.time_jumps.created_at is 'When the row was written, by internal.now().';

-- Exports: whole lists as files, which workers write from one snapshot.
create table if not exists app.exports (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  key_id uuid not null,
  operation text not null
    check (operation in ('list_products', 'list_orders', 'list_customers', 'list_inventory_levels',
      'list_inventory_movements')),
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  format text not null check (format in ('ndjson', 'csv')),
  with_bom boolean not null,
  for_sync boolean not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'finished', 'failed')),
  record_count bigint not null default 0 check (record_count >= 0),
  size_bytes bigint check (size_bytes >= 0),
  attempts integer not null default 0 check (attempts >= 0),
  storage_key text check (length(storage_key) between 1 and 300),
  synced_until timestamptz,
  failure_code text check (failure_code in ('KEY_NOT_LIVE', 'FORBIDDEN_SCOPE', 'TOOK_TOO_LONG', 'GAVE_UP')),
  failure_message text check (length(failure_message) between 1 and 1000),
  lease_id uuid,
  lease_expires_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  constraint exports_storage_key_key unique (storage_key),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, key_id) references app.api_keys (company_id, id),
  constraint exports_running_ones_are_held check ((status = 'running') = (lease_id is not null)
    and (lease_id is null) = (lease_expires_at is null)),
  constraint exports_ended_ones_expire check ((status in ('finished', 'failed')) = (ended_at is not null)
    and (ended_at is null) = (expires_at is null)),
  constraint exports_finished_ones_have_a_file check (status <> 'finished'
    or (size_bytes is not null and storage_key is not null and synced_until is not null)),
  constraint exports_failed_ones_say_why check ((status = 'failed') = (failure_code is not null)
    and (failure_code is null) = (failure_message is null)),
  constraint exports_only_what_syncs_is_for_sync
    check (not for_sync or operation in ('list_products', 'list_orders'))
);
create index if not exists exports_store_id_created_at_idx on app.exports (store_id, created_at desc, id desc);
create index if not exists exports_company_id_created_at_idx on app.exports (company_id, created_at desc, id desc);
create index if not exists exports_key_id_idx on app.exports (company_id, key_id);
create index if not exists exports_open_idx on app.exports (created_at) where status in ('pending', 'running');
create index if not exists exports_expires_at_idx on app.exports (expires_at) where expires_at is not null;
comment on table app.exports is 'Whole lists as files. A worker writes the file from one snapshot and with the key that asked; the row goes with its file, seven days after its end.';
comment on column app.exports.id is 'UUIDv7, rising with time.';
comment on column app.exports.company_id is 'The tenant.';
comment on column app.exports.store_id is 'The store whose records it holds.';
comment on column app.exports.key_id is 'The key that asked. Only this key and those that replace it see the export.';
comment on column app.exports.operation is 'The list that it holds.';
comment on column app.exports.filters is 'The filters of the list, as its operation takes them.';
comment on column app.exports.format is 'ndjson: a document a line. csv: a table, see workers/exports/columns.ts.';
comment on column app.exports.with_bom is 'Whether a CSV begins with the mark by which spreadsheets know UTF-8.';
comment on column app.exports.for_sync is 'Whether records that changed after synced_until are left out: the sync that goes on from there has them.';
comment on column app.exports.status is 'pending: waits for a worker. running: a worker writes it. finished: the file is there. failed: see failure_code.';
comment on column app.exports.record_count is 'Records written so far, in the end all.';
comment on column app.exports.size_bytes is 'Size of the file.';
comment on column app.exports.attempts is 'How often a worker began to write it.';
comment on column app.exports.storage_key is 'Key of the stored file; another with each attempt.';
comment on column app.exports.synced_until is 'Every change up to here is in the file: whatever wrote before had ended when the snapshot was taken.';
comment on column app.exports.failure_code is 'KEY_NOT_LIVE: the key was revoked or expired. FORBIDDEN_SCOPE: it lost the scope. TOOK_TOO_LONG: more than a snapshot may last. GAVE_UP: each attempt broke off.';
comment on column app.exports.failure_message is 'The same for people.';
comment on column app.exports.lease_id is 'The attempt that writes it now.';
comment on column app.exports.lease_expires_at is 'By when that attempt has to show itself, by the wall clock; then another begins anew.';
comment on column app.exports.started_at is 'When the latest attempt began.';
comment on column app.exports.ended_at is 'When it was finished or failed.';
comment on column app.exports.expires_at is 'When the file and the row are removed.';
comment on column app.exports.created_at is 'When it was asked for.';
comment on column app.exports.updated_at is 'When the row changed last.';
alter table app.exports owner to haat_owner;

-- Events on the pull: the next ones of a store and type, in their order.
create index if not exists events_store_id_type_sequence_idx on app.events (store_id, type, sequence);

-- Jobs: many calls of one operation, sent at once and run one after the other by the workers.
alter table app.plans add column if not exists job_lines_per_day integer default 200000
  constraint plans_job_lines_per_day_check check (job_lines_per_day >= 0);
comment on column app.plans.job_lines_per_day is
  'Lines of jobs a company may send on a UTC day; null without limit.';

create table if not exists app.jobs (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  key_id uuid,
  staff_id uuid,
  actor_name text not null,
  operation text not null check (operation ~ '^[a-z]+(_[a-z0-9]+)+$' and length(operation) <= 100),
  is_internal boolean not null,
  scopes text[] not null,
  on_error text not null check (on_error in ('continue', 'stop')),
  status text not null default 'receiving'
    check (status in ('receiving', 'queued', 'running', 'finished', 'cancelled', 'failed')),
  line_count integer not null default 0 check (line_count between 0 and 100000),
  succeeded_count integer not null default 0 check (succeeded_count >= 0),
  failed_count integer not null default 0 check (failed_count >= 0),
  failure_code text check (length(failure_code) between 1 and 100),
  failure_message text check (length(failure_message) between 1 and 1000),
  served_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, key_id) references app.api_keys (company_id, id),
  foreign key (company_id, staff_id) references app.staff (company_id, id),
  constraint jobs_have_one_actor check (num_nonnulls(key_id, staff_id) = 1),
  constraint jobs_do_no_line_twice check (succeeded_count + failed_count <= line_count),
  constraint jobs_finished_ones_did_every_line
    check (status <> 'finished' or succeeded_count + failed_count = line_count),
  constraint jobs_failed_ones_say_why
    check ((status = 'failed') = (failure_code is not null) and (failure_code is null) = (failure_message is null)),
  constraint jobs_ended_ones_have_an_end
    check ((status in ('finished', 'cancelled', 'failed')) = (ended_at is not null))
);
create index if not exists jobs_store_id_created_at_idx on app.jobs (store_id, created_at desc, id desc);
create index if not exists jobs_company_id_created_at_idx on app.jobs (company_id, created_at desc, id desc);
create index if not exists jobs_company_id_served_at_idx on app.jobs (company_id, served_at)
  where status in ('queued', 'running');
create index if not exists jobs_key_id_idx on app.jobs (key_id) where key_id is not null;
create index if not exists jobs_staff_id_idx on app.jobs (staff_id) where staff_id is not null;
create index if not exists jobs_created_at_idx on app.jobs (created_at);
comment on table app.jobs is 'Many calls of one operation, sent at once. The workers run its lines in order. Kept 30 days.';
comment on column app.jobs.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.jobs.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.jobs.store_id is 'The store in which every line works. The fence compares it.';
comment on column app.jobs.key_id is 'The key that sent it; each line runs inside its fence, as long as it is good.';
comment on column app.jobs.staff_id is 'The member of staff who sent it; each line runs with their permissions.';
comment on column app.jobs.actor_name is 'Name of the key or of the member of staff at that time.';
comment on column app.jobs.operation is 'What each line does: an operation of the API, or an internal one.';
comment on column app.jobs.is_internal is 'Whether the operation is one of internal.internal_job_operations().';
comment on column app.jobs.scopes is 'The scopes that a key needs for the operation, and to see and cancel the job.';
comment on column app.jobs.on_error is 'Whether the job goes on after a line that was refused, or stops.';
comment on column app.jobs.status is 'receiving (its lines still arrive; shown to nobody), queued, running, or how it ended.';
comment on column app.jobs.line_count is 'How many lines it has.';
comment on column app.jobs.succeeded_count is 'How many lines were done.';
comment on column app.jobs.failed_count is 'How many lines were refused. The next line is the one after both.';
comment on column app.jobs.failure_code is 'Why it failed, as a code.';
comment on column app.jobs.failure_message is 'Why it failed, for people.';
comment on column app.jobs.served_at is 'When a worker last took it up: the jobs of a company take turns.';
comment on column app.jobs.started_at is 'When its first line ran.';
comment on column app.jobs.ended_at is 'When it finished, failed or was cancelled.';
comment on column app.jobs.created_at is 'When the row was written, by internal.now().';
comment on column app.jobs.updated_at is 'When anything shown of it last changed.';

create table if not exists app.job_lines (
  company_id uuid not null,
  store_id uuid not null,
  job_id uuid not null,
  line integer not null check (line between 1 and 100000),
  input jsonb,
  images jsonb check (jsonb_typeof(images) = 'array'),
  sqlstate text check (length(sqlstate) = 5),
  message text,
  fields jsonb,
  "constraint" text,
  result text,
  ended_at timestamptz,
  primary key (job_id, line, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, store_id, job_id) references app.jobs (company_id, store_id, id) on delete cascade,
  constraint job_lines_ended_ones_have_one_answer
    check (case when ended_at is null then result is null else (sqlstate is null) = (result is not null) end),
  constraint job_lines_waiting_ones_have_an_input_or_a_problem
    check (ended_at is not null or (input is null) = (sqlstate is not null)),
  constraint job_lines_ended_ones_keep_no_input check (ended_at is null or (input is null and images is null))
);
comment on table app.job_lines is 'The lines of jobs: what is to be done, then what became of it.';
comment on column app.job_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.job_lines.store_id is 'The store. The fence compares it.';
comment on column app.job_lines.job_id is 'Its job.';
comment on column app.job_lines.line is 'From 1, as in the file that was sent.';
comment on column app.job_lines.input is 'The checked input of the operation, until the line has run; null where it was found wrong before.';
comment on column app.job_lines.images is
  'Images to fetch first: [{path, stored, link, name, max_bytes}], path and stored being the place in the input.';
comment on column app.job_lines.sqlstate is 'The refusal; null for success.';
comment on column app.job_lines.message is 'The message of that refusal.';
comment on column app.job_lines.fields is 'The fields of that refusal, each with its problems.';
comment on column app.job_lines."constraint" is 'The unique constraint that refused it; null when none did.';
comment on column app.job_lines.result is 'The document that the operation answered.';
comment on column app.job_lines.ended_at is 'When it ran; null while it waits.';

create table if not exists gate.job_lines (
  company_id uuid not null,
  day date not null,
  used integer not null,
  primary key (company_id, day)
);
comment on table gate.job_lines is 'Lines of jobs that a company has sent on a UTC day. Past days are no longer read.';
comment on column gate.job_lines.company_id is 'The company.';
comment on column gate.job_lines.day is 'The UTC day.';
comment on column gate.job_lines.used is 'Lines sent on that day.';

-- Moving in: pictures of an imported product that are still to be fetched, and which order of the old shop became which.
create table if not exists app.image_links (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  source_url text not null,
  alt_text text,
  position integer not null,
  skus text[] not null default '{}',
  status text not null default 'waiting',
  image_id uuid,
  problem text,
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  constraint image_links_pkey primary key (id),
  constraint image_links_source_key unique (product_id, source_url, company_id),
  constraint image_links_company_id_store_id_fkey foreign key (company_id, store_id)
    references app.stores (company_id, id),
  constraint image_links_store_id_product_id_fkey foreign key (company_id, store_id, product_id)
    references app.products (company_id, store_id, id) on delete cascade,
  constraint image_links_product_id_image_id_fkey foreign key (company_id, product_id, image_id)
    references app.product_images (company_id, product_id, id) on delete set null (image_id),
  constraint image_links_source_url_check check (octet_length(source_url) between 1 and 2000),
  constraint image_links_alt_text_check check (length(alt_text) <= 500),
  constraint image_links_position_check check (position >= 0),
  constraint image_links_status_check check (status in ('waiting', 'fetched', 'refused')),
  constraint image_links_attempts_check check (attempts >= 0)
);
create index if not exists image_links_due_idx on app.image_links (company_id, due_at, id) where status = 'waiting';
create index if not exists image_links_store_id_status_idx on app.image_links (store_id, status, id);
comment on table app.image_links is 'Pictures that an import named by link, fetched one by one within the company''s links of a day. One that was fetched stays, so that the same import takes it once.';
comment on column app.image_links.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.image_links.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.image_links.store_id is 'The store. The fence compares it.';
comment on column app.image_links.product_id is 'The product that is to show it.';
comment on column app.image_links.source_url is 'Where it is fetched from.';
comment on column app.image_links.alt_text is 'What it shows, in words.';
comment on column app.image_links.position is 'Order in the file, from 0: earlier ones are fetched first.';
comment on column app.image_links.skus is 'The variants of the product that show it, by SKU.';
comment on column app.image_links.status is 'waiting; fetched; or refused: it cannot be had.';
comment on column app.image_links.image_id is 'The image it became; null again when staff removed that.';
comment on column app.image_links.problem is 'Why it could not be fetched, the last time.';
comment on column app.image_links.attempts is 'How often it was fetched or tried.';
comment on column app.image_links.due_at is 'Not before then: after a claim, and after a failure.';
comment on column app.image_links.created_at is 'When the row was written, by internal.now().';

create table if not exists app.imported_orders (
  company_id uuid not null,
  store_id uuid not null,
  reference text not null,
  order_id uuid not null,
  created_at timestamptz not null,
  constraint imported_orders_pkey primary key (store_id, reference, company_id),
  constraint imported_orders_company_id_store_id_fkey foreign key (company_id, store_id)
    references app.stores (company_id, id),
  constraint imported_orders_store_id_order_id_fkey foreign key (company_id, store_id, order_id)
    references app.orders (company_id, store_id, id),
  constraint imported_orders_reference_check check (length(reference) between 1 and 100)
);
create index if not exists imported_orders_order_id_idx on app.imported_orders (order_id);
comment on table app.imported_orders is 'Which order of the shop a store moved from became which order here: it comes in once.';
comment on column app.imported_orders.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.imported_orders.store_id is 'The store. The fence compares it.';
comment on column app.imported_orders.reference is 'Its number in the old shop.';
comment on column app.imported_orders.order_id is 'What it became.';
comment on column app.imported_orders.created_at is 'When it came in, by internal.now().';

create table if not exists app.imports (
  job_id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  kind text not null,
  source text not null,
  file_name text not null,
  file_lines integer[] not null default '{}',
  constraint imports_pkey primary key (job_id),
  constraint imports_company_id_store_id_fkey foreign key (company_id, store_id)
    references app.stores (company_id, id),
  constraint imports_company_id_store_id_job_id_fkey foreign key (company_id, store_id, job_id)
    references app.jobs (company_id, store_id, id) on delete cascade,
  constraint imports_kind_check check (kind in ('products', 'customers', 'orders')),
  constraint imports_source_check check (source in ('shopify', 'woocommerce', 'haat')),
  constraint imports_file_name_check check (length(file_name) between 1 and 200)
);
create index if not exists imports_store_id_idx on app.imports (store_id, job_id desc);
comment on table app.imports is 'Jobs that take in a file of another shop: which file, and which line of it each line of the job is.';
comment on column app.imports.job_id is 'The job, and so when it came.';
comment on column app.imports.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.imports.store_id is 'The store. The fence compares it.';
comment on column app.imports.kind is 'What the file holds: products, customers or orders.';
comment on column app.imports.source is 'Whose columns it has: shopify, woocommerce, haat.';
comment on column app.imports.file_name is 'What the file was called.';
comment on column app.imports.file_lines is 'For each line of the job in order, the line of the file that it begins with.';

-- Statistics of tenants' columns. Postgres takes a company for as large as the mean of all: in a database of a thousand
-- companies it thinks that one has a thousandth of the rows and reads all of them where it should look up a few. So it is
-- told that there are three of each: plans are made for the largest tenants, and serve the small ones as well.
do $$
declare
  v_column record;
begin
  for v_column in
    select c.relname, a.attname
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and not a.attisdropped
      and a.attname in ('company_id', 'store_id', 'location_id')
      and a.attoptions is distinct from array['n_distinct=3']
    order by c.relname, a.attname
  loop
    execute format('alter table app.%I alter column %I set (n_distinct = 3)', v_column.relname, v_column.attname);
  end loop;
end
$$;
