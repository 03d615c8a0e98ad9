-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- The outbox: a row in the transaction of the change that causes it. sequence rises, so a receiver can drop what is
-- older.
table app.events (
  -- UUIDv7: opaque to clients, rising with time.
  id         uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The store. The fence compares it.
  store_id   uuid not null,
  -- Rises with each event, so that a receiver can drop what is older.
  sequence   bigint not null generated always as identity,
  -- noun.verb: order.updated.
  type       text not null,
  -- The resource it is about.
  object_id  uuid,
  -- The resource as the API showed it right after the change.
  object     json not null,
  -- What the changed fields held before.
  previous   jsonb,
  -- The request that did it: X-Request-Id of the answer and of the log.
  request_id text,
  -- When the row was written, by internal.now().
  created_at timestamptz not null,
  constraint events_pkey primary key (id),
  constraint events_store_id_id_key unique (store_id, id, company_id),
  constraint events_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint events_type_check check (type ~ '^[a-z]+\.[a-z_]+$')
);
create index events_company_id_created_at_idx on app.events using btree (company_id, created_at desc, id desc);
create index events_object_id_idx on app.events using btree (store_id, object_id);
create index events_store_id_created_at_idx on app.events using btree (store_id, created_at desc, id desc);
create index events_store_id_type_sequence_idx on app.events using btree (store_id, type, sequence);
trigger _050_take_place before insert on app.events for each row execute function internal.tg_events__take_place();
trigger _100_keep_order before insert on app.events for each row execute function internal.tg__keep_order();
trigger _100_stamp_created_at before insert on app.events for each row execute function internal.tg__stamp_created_at();
trigger _500_create_deliveries after insert on app.events referencing new table as new_events for each statement execute function internal.tg_events__create_deliveries();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (( select internal.is_permitted('developer.manage') as is_permitted));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, select to haat_gatekeeper;
grant select to haat_api, haat_dba, haat_staff;

-- Attempts of an endpoint by outcome since its creation: for metrics, which outlive the log.
table app.webhook_attempt_counts (
  -- The endpoint.
  endpoint_id uuid not null,
  -- How the attempts ended.
  outcome     text not null,
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- The store. The fence compares it.
  store_id    uuid not null,
  -- How many.
  count       bigint not null,
  constraint webhook_attempt_counts_pkey primary key (endpoint_id, outcome, company_id),
  constraint webhook_attempt_counts_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint webhook_attempt_counts_store_id_endpoint_id_fkey foreign key (company_id, store_id, endpoint_id) references app.webhook_endpoints(company_id, store_id, id),
  constraint webhook_attempt_counts_count_check check (count > 0)
) with (fillfactor=50);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select, update to haat_gatekeeper;
grant select to haat_dba;

-- The log of attempts, kept 30 days.
table app.webhook_attempts (
  -- UUIDv7: opaque to clients, rising with time.
  id              uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id      uuid not null,
  -- The store. The fence compares it.
  store_id        uuid not null,
  -- Where to.
  endpoint_id     uuid not null,
  -- The delivery that was tried.
  delivery_id     uuid not null,
  -- Its number within the delivery, from 1.
  attempt         integer not null,
  -- delivered: a 2xx. rejected: any other answer. timeout, unreachable: no answer. refused: we may not call that
  -- address, or the key of the endpoint may not read the event. lost: the worker died before it could say.
  outcome         text not null,
  -- The HTTP status of the answer; null when there was none.
  response_status integer,
  -- The first 10 kB of the answer.
  response_body   text,
  -- What went wrong, in words.
  error           text,
  -- How long it took, in milliseconds.
  duration_ms     integer,
  -- When the next try was planned for; null when none was.
  next_attempt_at timestamptz,
  -- When the row was written, by internal.now().
  created_at      timestamptz not null default internal.now(),
  constraint webhook_attempts_pkey primary key (id),
  constraint webhook_attempts_attempt_key unique (delivery_id, attempt, company_id),
  constraint webhook_attempts_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint webhook_attempts_store_id_delivery_id_fkey foreign key (company_id, store_id, delivery_id) references app.webhook_deliveries(company_id, store_id, id),
  constraint webhook_attempts_attempt_check check (attempt > 0),
  constraint webhook_attempts_duration_ms_check check (duration_ms >= 0),
  constraint webhook_attempts_error_check check (length(error) <= 500),
  constraint webhook_attempts_outcome_check check (outcome in ('delivered', 'rejected', 'timeout', 'unreachable', 'refused', 'lost')),
  constraint webhook_attempts_response_body_check check (length(response_body) <= 10240),
  constraint webhook_attempts_response_status_check check (response_status >= 100 and response_status <= 999)
);
create index webhook_attempts_created_at_idx on app.webhook_attempts using brin (created_at);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (( select internal.is_permitted('developer.manage') as is_permitted));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select to haat_gatekeeper;
grant select (id, company_id, store_id, delivery_id, attempt, outcome, response_status, error, duration_ms, created_at) to haat_api;
grant select to haat_dba, haat_staff;

-- One row an event and endpoint. What is due of an endpoint is sent by its webhook__deliver job.
table app.webhook_deliveries (
  -- UUIDv7: opaque to clients, rising with time.
  id              uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id      uuid not null,
  -- The store. The fence compares it.
  store_id        uuid not null,
  -- Where to.
  endpoint_id     uuid not null,
  -- What about.
  event_id        uuid not null,
  -- pending, sending, delivered, failed (every try used up) or held (it waited when the endpoint was disabled).
  status          text not null,
  -- Attempts in the log, over all rounds: first sending, retries, redeliveries.
  attempts        integer not null default 0,
  -- Failed attempts of this round: where it stands on the ladder of retries.
  failures        integer not null default 0,
  -- When it is tried next; null unless pending.
  next_attempt_at timestamptz,
  -- When it was delivered or given up.
  finished_at     timestamptz,
  -- When the row was written, by internal.now().
  created_at      timestamptz not null default internal.now(),
  -- The worker that is sending it now, by its id in the job queue.
  worker_id       text,
  constraint webhook_deliveries_pkey primary key (id),
  constraint webhook_deliveries_event_once_an_endpoint unique (event_id, endpoint_id, company_id),
  constraint webhook_deliveries_store_id_id_key unique (store_id, id, company_id),
  constraint webhook_deliveries_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id) not enforced,
  constraint webhook_deliveries_store_id_endpoint_id_fkey foreign key (company_id, store_id, endpoint_id) references app.webhook_endpoints(company_id, store_id, id),
  constraint webhook_deliveries_store_id_event_id_fkey foreign key (company_id, store_id, event_id) references app.events(company_id, store_id, id),
  constraint webhook_deliveries_attempts_check check (attempts >= 0),
  constraint webhook_deliveries_failures_check check (failures >= 0),
  constraint webhook_deliveries_finished_have_a_time check ((status in ('delivered', 'failed')) = (finished_at is not null)),
  constraint webhook_deliveries_only_sending_have_a_worker check (worker_id is null or status = 'sending'),
  constraint webhook_deliveries_pending_have_a_time check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_deliveries_status_check check (status in ('pending', 'sending', 'delivered', 'failed', 'held'))
);
create index webhook_deliveries_created_at_idx on app.webhook_deliveries using brin (created_at);
create index webhook_deliveries_due_idx on app.webhook_deliveries using btree (endpoint_id, next_attempt_at, id) where (status = 'pending');
create index webhook_deliveries_endpoint_id_created_at_idx on app.webhook_deliveries using btree (store_id, endpoint_id, created_at desc, id desc);
create index webhook_deliveries_sending_idx on app.webhook_deliveries using btree (endpoint_id) where (status = 'sending');
create index webhook_deliveries_undelivered_idx on app.webhook_deliveries using btree (endpoint_id, created_at) where (status in ('held', 'failed'));
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select, update to haat_gatekeeper;
grant select (id, company_id, store_id, endpoint_id, event_id, status, attempts, next_attempt_at, finished_at, created_at) to haat_api, haat_staff;
grant select to haat_dba;

-- Receivers of a store's events.
table app.webhook_endpoints (
  -- UUIDv7: opaque to clients, rising with time.
  id                         uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id                 uuid not null,
  -- The store. The fence compares it.
  store_id                   uuid not null,
  -- Where events are posted to.
  url                        text not null,
  -- What it is for, in the words of the person who added it.
  description                text,
  -- What it wants to hear of; {*} is everything, types invented later included.
  event_types                text[] not null,
  -- The version tag of its creation: never changes, so that its receiver never has to.
  api_version                text not null,
  -- active, or disabled: then it misses events, which can be recovered for 30 days.
  status                     text not null default 'active',
  -- staff: switched off by hand. integration: switched off by its key. gone: it answered 410. failing: five days of
  -- nothing but failures. key_gone: the keys that it belongs to are revoked or expired. removed: it is deleted soon.
  disabled_reason            text,
  -- When it was disabled.
  disabled_at                timestamptz,
  -- Signs every delivery. Shown once, when it is made.
  secret                     text not null,
  -- The secret before the last rotation: signs beside the new one until previous_secret_expires_at.
  previous_secret            text,
  -- Until then the secret before the last rotation signs too.
  previous_secret_expires_at timestamptz,
  -- Failed attempts since the last success, the first of them at failing_since.
  failures                   integer not null default 0,
  -- The first failure since the last success; null when all is well.
  failing_since              timestamptz,
  -- The last time that it answered with success.
  last_success_at            timestamptz,
  -- When the row was written, by internal.now().
  created_at                 timestamptz not null,
  -- When the row last changed.
  updated_at                 timestamptz not null,
  -- The rotation chain of keys that it belongs to, by its first key: it gets what they may read. Null: staff made it.
  key_lineage_id             uuid,
  -- When it was removed: no list shows it, and a day later it is deleted.
  removed_at                 timestamptz,
  constraint webhook_endpoints_pkey primary key (id),
  constraint webhook_endpoints_store_id_id_key unique (store_id, id, company_id),
  constraint webhook_endpoints_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint webhook_endpoints_key_lineage_id_fkey foreign key (company_id, key_lineage_id) references app.api_keys(company_id, id),
  constraint webhook_endpoints_api_version_check check (api_version ~ '^[0-9]{4}-[0-9]{2}$'),
  constraint webhook_endpoints_description_check check (length(description) >= 1 and length(description) <= 500),
  constraint webhook_endpoints_disabled_reason_check check (disabled_reason in ('staff', 'gone', 'failing', 'integration', 'key_gone', 'removed')),
  constraint webhook_endpoints_disabled_say_why_and_when check ((status = 'disabled') = (disabled_reason is not null) and (status = 'disabled') = (disabled_at is not null)),
  constraint webhook_endpoints_event_types_check check (cardinality(event_types) >= 1 and cardinality(event_types) <= 100),
  constraint webhook_endpoints_every_type_stands_alone check (not ('*' = any (event_types)) or cardinality(event_types) = 1),
  constraint webhook_endpoints_failures_check check (failures >= 0),
  constraint webhook_endpoints_failures_have_a_beginning check ((failures = 0) = (failing_since is null)),
  constraint webhook_endpoints_previous_secret_check check (previous_secret ~ '^(whsec_[A-Za-z0-9+/]{43}=|enc1:[0-9a-f]{8}:[A-Za-z0-9_-]{60,200})$'),
  constraint webhook_endpoints_previous_secret_ends check ((previous_secret is null) = (previous_secret_expires_at is null)),
  constraint webhook_endpoints_removed_are_disabled check (removed_at is null or status = 'disabled'),
  constraint webhook_endpoints_secret_check check (secret ~ '^(whsec_[A-Za-z0-9+/]{43}=|enc1:[0-9a-f]{8}:[A-Za-z0-9_-]{60,200})$'),
  constraint webhook_endpoints_status_check check (status in ('active', 'disabled')),
  constraint webhook_endpoints_url_check check (length(url) <= 2000)
) with (fillfactor=70);
create index webhook_endpoints_company_id_created_at_idx on app.webhook_endpoints using btree (company_id, created_at desc, id desc);
create index webhook_endpoints_key_lineage_id_idx on app.webhook_endpoints using btree (store_id, key_lineage_id, created_at desc, id desc) where (key_lineage_id is not null);
create index webhook_endpoints_removed_at_idx on app.webhook_endpoints using btree (removed_at) where (removed_at is not null);
create index webhook_endpoints_store_id_created_at_idx on app.webhook_endpoints using btree (store_id, created_at desc, id desc);
trigger _100_stamp_times before insert or update of url, description, event_types, status, disabled_reason on app.webhook_endpoints for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.webhook_endpoints for each row execute function internal.tg__journal('webhook_endpoint', 'id', '', 'failures failing_since last_success_at', 'secret previous_secret');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy own_lineage as restrictive for select to haat_api using (((removed_at is null) and (key_lineage_id = (( select internal.context_setting('haat.lineage_id') as context_setting))::uuid)));
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using ((removed_at is null));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, select, update to haat_gatekeeper;
grant select (id, company_id, store_id, url, description, event_types, api_version, status, disabled_reason, disabled_at, previous_secret_expires_at, failures, failing_since, last_success_at, created_at, updated_at, key_lineage_id) to haat_staff;
grant select (id, company_id, store_id, url, description, event_types, api_version, status, disabled_reason, disabled_at, previous_secret_expires_at, failures, failing_since, last_success_at, created_at, updated_at, key_lineage_id, removed_at) to haat_api, haat_dba;

-- What webhook endpoints missed while they were off: a part of the stream of events. recover_webhooks delivers it.
table app.webhook_gaps (
  -- UUIDv7: opaque to clients, rising with time.
  id             uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id     uuid not null,
  -- The store. The fence compares it.
  store_id       uuid not null,
  -- Who missed it.
  endpoint_id    uuid not null,
  -- What the endpoint wanted to hear of then; {*} is everything.
  event_types    text[] not null,
  -- It begins after the event with this sequence.
  after_sequence bigint not null,
  -- It ends with the event with this sequence; null while it is open.
  upto_sequence  bigint,
  -- When it ended; 30 days later it is removed.
  ended_at       timestamptz,
  constraint webhook_gaps_pkey primary key (id, company_id),
  constraint webhook_gaps_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint webhook_gaps_store_id_endpoint_id_fkey foreign key (company_id, store_id, endpoint_id) references app.webhook_endpoints(company_id, store_id, id),
  constraint webhook_gaps_end_after_their_start check (upto_sequence >= after_sequence),
  constraint webhook_gaps_ended_have_a_time check ((upto_sequence is null) = (ended_at is null))
);
create index webhook_gaps_store_id_endpoint_id_idx on app.webhook_gaps using btree (store_id, endpoint_id);
create unique index webhook_gaps_one_open_an_endpoint on app.webhook_gaps using btree (endpoint_id, company_id) where (upto_sequence is null);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select, update to haat_gatekeeper;
grant select to haat_dba;
