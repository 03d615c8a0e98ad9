-- A change of an order's status is a transition, as the API says.
alter table if exists app.order_moves rename to order_transitions;
do $$
declare
  v_name text;
begin
  for v_name in
    select c.conname
    from pg_constraint c
    where c.conrelid = 'app.order_transitions'::regclass and starts_with(c.conname, 'order_moves_')
  loop
    execute format('alter table app.order_transitions rename constraint %I to %I',
      v_name, replace(v_name, 'order_moves_', 'order_transitions_'));
  end loop;
end
$$;
comment on table app.order_transitions is
  'Which status may follow which, one row a transition, and who may make it. decisions: 3. Shared by all tenants.';
comment on column app.order_transitions.only_by is
  'parcel, return: made by work on a parcel or on a return, never by asking for the status. Null: by everybody who may change the order.';
comment on table app.order_statuses is
  'What each status of an order means. A new status is a row here and its rows in order_transitions. Shared by all tenants. decisions: 3';
comment on column app.orders.status is
  'The status it has; app.order_transitions says which may follow.';
create table if not exists internal.released_schema (
  kind text not null,
  object text not null,
  definition text,
  primary key (kind, object)
);
comment on table internal.released_schema is 'What the release made of this database, by the catalog: npm run migrate keeps it, ledger.check_schema compares it with what is there.';
comment on column internal.released_schema.kind is 'table, column, constraint, index, trigger, policy, view, function, grant, role and the like.';
comment on column internal.released_schema.object is 'Its name; for a grant what is granted to whom.';
comment on column internal.released_schema.definition is 'What it is, in the words of the catalog; what is longer than 300 characters as its MD5.';

create table if not exists internal.history_seals (
  number bigint primary key check (number > 0),
  log text not null check (log in ('order_timeline', 'activity_log', 'events')),
  after_id uuid not null,
  first_id uuid not null,
  upto_id uuid not null,
  row_count integer not null check (row_count > 0),
  row_prints bytea not null,
  digest bytea not null check (length(digest) = 32),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  unique (log, upto_id),
  constraint history_seals_rows_lie_in_the_range check (after_id < first_id and first_id <= upto_id),
  constraint history_seals_one_print_a_row check (length(row_prints) = 8 * row_count)
);
comment on table internal.history_seals is 'Seals of what happened: a chain of hashes over the rows of the timeline, the activity log and the events. Append only. Checked by ledger.verify_history().';
comment on column internal.history_seals.number is '1, 2, 3 ... over all logs and companies.';
comment on column internal.history_seals.log is 'The table whose rows it covers.';
comment on column internal.history_seals.after_id is 'It covers the rows whose id is above this one: the upto_id of the seal before it.';
comment on column internal.history_seals.first_id is 'The first of its rows: what its age is read from.';
comment on column internal.history_seals.upto_id is 'It covers the rows up to this id.';
comment on column internal.history_seals.row_count is 'How many rows it covers.';
comment on column internal.history_seals.row_prints is 'The first 8 bytes of each row''s SHA-256, in the order of ids: to name the row that was changed.';
comment on column internal.history_seals.digest is 'SHA-256 over the SHA-256 of each row, in the order of ids.';
comment on column internal.history_seals.previous_hash is 'Hash of the seal before it; for the first the SHA-256 of nothing.';
comment on column internal.history_seals.hash is 'SHA-256 over previous_hash and this row (internal.history_hash).';
comment on column internal.history_seals.sealed_at is 'When it was made.';

create table if not exists internal.history_horizon (
  is_only boolean primary key default true check (is_only),
  upto timestamptz not null,
  open_xids text[] not null
);
comment on table internal.history_horizon is 'Until when the next run of internal.seal_history may seal. One row.';
comment on column internal.history_horizon.is_only is 'True: there is one row.';
comment on column internal.history_horizon.upto is 'Rows made before this moment may be sealed as soon as the transactions that were open then have ended. Wall clock.';
comment on column internal.history_horizon.open_xids is 'The numbers of those transactions.';

-- Comments of columns that had none, or said nothing.
comment on column gate.admission.key_id is 'The key of the caller; null when it is unknown.';
comment on column gate.admission.company_id is 'The company of the key.';
comment on column gate.admission.key_type is 'store or company.';
comment on column gate.admission.key_scopes is 'What the key may do.';
comment on column gate.admission.rate_limit is 'Calls a minute that the key may make in this bucket.';
comment on column gate.admission.rate_remaining is 'Calls that are left in this minute.';
comment on column gate.admission.rate_reset is 'When the minute ends, in seconds since 1970.';
comment on column gate.admission.retry_after is 'Seconds until the next try makes sense; null when the call is not over the limit.';
comment on column gate.admission.sqlstate is 'Why the call is refused (HT001 to HT005); null when it is admitted.';
comment on column gate.admission.message is 'The refusal in words.';
comment on column gate.caller.key_id is 'The key; null when it is unknown.';
comment on column gate.caller.lineage_id is 'The first key of its rotation chain.';
comment on column gate.caller.key_name is 'What people call the key.';
comment on column gate.caller.key_type is 'store or company.';
comment on column gate.caller.key_store_id is 'The store of a store key; null for a company key.';
comment on column gate.caller.company_id is 'The company of the key.';
comment on column gate.caller.store_ids is 'The active stores that the key sees.';
comment on column gate.caller.scopes is 'What the key may do.';
comment on column gate.caller.reads_per_minute is 'Reads a minute that the plan allows the key.';
comment on column gate.caller.writes_per_minute is 'Writes a minute that the plan allows the key.';
comment on column gate.caller.sqlstate is 'Why the key is refused (HT001 to HT003); null when it is good.';
comment on column gate.caller.message is 'The refusal in words.';
comment on table gate.image_calls is 'Calls with images that are running: two slots a key, over all processes. A row and not a lock, because a lock needs a session, which pgbouncer does not keep; the slot of a process that died expires.';
comment on column gate.image_calls.key_id is 'The key that calls.';
comment on column gate.image_calls.slot is 'Which of the two slots: 1 or 2.';
comment on column gate.image_calls.lease is 'What the call gives back at its end.';
comment on column gate.image_calls.expires_at is 'When the slot is free again, if the call does not give it back.';
comment on column gate.image_calls.idempotency_key is 'The Idempotency-Key of the call, so that a second call with it is refused at once.';
comment on table gate.image_links is 'Image links that a company has sent on a UTC day, over all its keys. Past days are no longer read.';
comment on column gate.image_links.company_id is 'The company.';
comment on column gate.image_links.day is 'The UTC day.';
comment on column gate.image_links.used is 'Links sent on that day, at most 2000.';
comment on column gate.rate_windows.key_id is 'The key that calls.';
comment on column gate.rate_windows.bucket is 'read or write.';
comment on column gate.rate_windows.minute is 'The minute, counted from 1970.';
comment on column gate.rate_windows.used is 'Calls counted in that minute; one may count as several.';
comment on column app.idempotency_keys.operation is 'The operation that was called.';
comment on column app.idempotency_keys.message is 'The message of that refusal.';
comment on column app.idempotency_keys.fields is 'The fields of that refusal, each with its problems.';
comment on column app.idempotency_keys."constraint" is 'The unique constraint that refused it; null when none did.';
comment on column app.inventory_levels.location_id is 'The location of these units.';
comment on column app.inventory_levels.variant_id is 'The variant of these units.';
comment on column app.stores.domain is 'Domain of the shop''s website.';
comment on column app.stores.contact_phone is 'Phone number shown to shoppers.';
comment on column app.stores.contact_email is 'Email address shown to shoppers.';
comment on column app.stores.contact_whatsapp is 'WhatsApp number shown to shoppers.';
comment on column app.stores.contact_address is 'Address shown to shoppers.';
comment on column app.stores.contact_map_url is 'Link to a map, shown to shoppers.';
comment on column app.companies.plan_id is 'Its plan: features and limits.';
comment on column app.locations.address is 'Postal address of the location.';
comment on column app.payment_methods.is_online is 'Paid before the order is kept: such an order is cancelled when it is still unpaid after the store''s window.';
comment on column app.api_keys.last_used_at is 'Last use, to within 15 minutes.';
comment on column app.customer_addresses.label is 'Name of the address, such as Home.';
comment on column app.customer_addresses.recipient_name is 'Name of the person who receives parcels there.';
comment on column app.customer_addresses.recipient_phone is 'Phone of that person, as written.';
comment on column app.customer_addresses.is_default is 'The address that is used unless another is chosen.';
comment on column app.activity_log.object_type is 'Type of the object: order, product, api_key.';
comment on column app.activity_log.object_id is 'Id of the object.';
comment on column app.activity_log.before is 'The object before, as far as it matters; null where there was none.';
comment on column app.activity_log.after is 'The object after, as far as it matters.';
comment on column app.sales_changes.orders is 'Orders delivered; negative when a delivery is taken out again.';
comment on column internal.deployment.only_row is 'Always true: the table has one row.';
comment on column internal.deployment.media_url is 'Address that our images and videos are served from, without a slash at the end.';
comment on column internal.deployment.outbound_allow is 'The private hosts that OUTBOUND_ALLOW names: [{host or range, port}].';
comment on column internal.media_deletions.id is 'UUIDv7, rising with time.';
comment on column internal.media_deletions.company_id is 'The tenant.';
comment on column internal.media_deletions.media_key is 'Key of the stored file.';
comment on column internal.media_deletions.storage_upload_id is 'Its unfinished multipart upload in storage; null when there is none.';
comment on column internal.media_deletions.due_at is 'When a worker may take it, by the wall clock.';
comment on column internal.media_deletions.created_at is 'When the row was written, by internal.now().';
comment on column internal.pending_renames.kind is 'brand, category, attribute or value.';
comment on column internal.pending_renames.id is 'Which of them was renamed.';
comment on column internal.pending_renames.company_id is 'The tenant.';
comment on column internal.pending_renames.store_id is 'The store.';
comment on column internal.priced_line.line is 'Number of the line, from 0.';
comment on column internal.priced_line.product_id is 'The product; null when the variant was not found.';
comment on column internal.priced_line.variant_id is 'The variant; null when it was not found.';
comment on column internal.priced_line.is_for_sale is 'Whether product and variant are active.';
comment on column internal.priced_line.sku is 'SKU of the variant.';
comment on column internal.priced_line.barcode is 'Barcode of the variant.';
comment on column internal.priced_line.product_name is 'Name of the product.';
comment on column internal.priced_line.variant_name is 'Name of the variant.';
comment on column internal.priced_line.options is 'Options of the variant.';
comment on column internal.priced_line.image_media_key is 'Key of the image shown with the line.';
comment on column internal.priced_line.quantity is 'Units ordered.';
comment on column internal.priced_line.unit_price is 'Price of one unit.';
comment on column internal.priced_line.discount_price is 'Selling price of one unit, where it is above 0 and below the price.';
comment on column internal.priced_line.amount is 'Quantity x selling price, in the store''s currency.';
comment on column internal.workers.id is 'Id under which the process locks jobs.';
comment on column internal.workers.started_at is 'When the process started, by the wall clock.';
comment on column internal.workers.seen_at is 'When the process last reported that it lives, by the wall clock.';
comment on column staff.advance_payment_plan.percent is 'How much of the order is paid in advance.';
comment on column staff.advance_payment_plan.note is 'A remark.';
comment on column staff.new_customer.phone is 'A Bangladeshi mobile number in any spelling; a customer who has it is found by it.';
comment on column staff.new_customer.full_name is 'Their name; needed when the phone is not known yet.';
comment on column staff.new_customer.email is 'Their email.';
comment on column staff.order_line.variant_id is 'The variant.';
comment on column staff.order_line.sku is 'The SKU, where variant_id is not given.';
comment on column staff.order_line.quantity is 'How many units.';
comment on column staff.order_line.unit_price is 'Price of one unit in place of the variant''s own.';
comment on column staff.order_line.discount_price is 'Selling price of one unit, where above 0 and below the regular one.';
comment on column staff.upfront_payment.payment_method_id is 'How it was paid.';
comment on column staff.upfront_payment.amount is 'How much, in the currency of the store.';
comment on column staff.upfront_payment.transaction_id is 'The gateway''s id; some payment methods need it.';
-- A delivery that is being sent says which worker sends it. Workers say that they live (internal.workers), so a delivery
-- needs no lease of its own.
alter table app.webhook_deliveries
  drop column if exists lease_id,
  drop column if exists lease_expires_at,
  add column if not exists worker_id text;
alter table app.webhook_deliveries drop constraint if exists webhook_deliveries_only_sending_have_a_worker;
alter table app.webhook_deliveries add constraint webhook_deliveries_only_sending_have_a_worker
  check (worker_id is null or status = 'sending');
create index if not exists webhook_deliveries_sending_idx on app.webhook_deliveries (endpoint_id) where status = 'sending';
comment on table app.webhook_deliveries is
  'One row an event and endpoint. What is due of an endpoint is sent by its webhook__deliver job. decisions: 7';
comment on column app.webhook_deliveries.worker_id is 'The worker that is sending it now, by its id in the job queue.';

-- Indexes for foreign keys that are joined along.
create index if not exists parcels_courier_idx on app.parcels (company_id, courier_id) where courier_id is not null;
create index if not exists payments_refunds_payment_idx
  on app.payments (store_id, refunds_payment_id) where refunds_payment_id is not null;
create index if not exists orders_coupon_idx on app.orders (store_id, coupon_id) where coupon_id is not null;
create index if not exists coupon_redemptions_customer_idx on app.coupon_redemptions (store_id, customer_id);
-- When a timer last ran, and what the last audits found: shown at /metrics, for alerts.
create table if not exists internal.timer_runs (
  name text primary key,
  finished_at timestamptz not null
);
comment on table internal.timer_runs is 'When each timer of the workers last ran without an error, one row a timer. Shown at /metrics.';
comment on column internal.timer_runs.name is 'The timer: the name of its function in schema internal.';
comment on column internal.timer_runs.finished_at is 'When its last good run ended, by the wall clock.';
create table if not exists internal.audit_runs (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  broken_checks text[] not null,
  constraint audit_runs_end_after_their_start check (finished_at >= started_at)
);
comment on table internal.audit_runs is 'Every whole audit that ran to its end (npm run audit), kept 400 days. The last one is shown at /metrics.';
comment on column internal.audit_runs.id is 'UUIDv7, rising with time.';
comment on column internal.audit_runs.started_at is 'When it began, by the wall clock.';
comment on column internal.audit_runs.finished_at is 'When it ended, by the wall clock.';
comment on column internal.audit_runs.broken_checks is 'The checks that found something wrong; empty when the books are sound.';
-- What proves that a context (company, stores, permissions) was set by our own functions: every login can write settings.
create table if not exists internal.context_secret (
  only_row boolean primary key default true,
  secret bytea not null,
  constraint context_secret_is_one_row check (only_row),
  constraint context_secret_is_long check (octet_length(secret) >= 32)
);
comment on table internal.context_secret is 'The secret behind haat.proof, which says that a transaction was put into its fence by our own functions. Made here, known to nobody outside; update it after a dump was lost.';
comment on column internal.context_secret.only_row is 'Always true: the table has one row.';
comment on column internal.context_secret.secret is 'Random bytes.';
insert into internal.context_secret (secret) values (extensions.gen_random_bytes(32)) on conflict do nothing;
