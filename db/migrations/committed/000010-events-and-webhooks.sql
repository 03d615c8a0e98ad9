--! Previous: sha1:0dbbd05de548b71254fb83ec6b532ce14fdca2e0
--! Hash: sha1:58d7251cd5b7477e2b03fbe0157650f64dbfc2bf
--! Message: Events and webhooks

-- Events: the outbox. Webhooks: where events go, what became of each, and what every attempt met.

create table app.events (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  sequence bigint generated always as identity,
  type text not null check (type ~ '^[a-z]+\.[a-z_]+$'),
  object_id uuid,
  object json not null,
  previous jsonb,
  request_id text,
  created_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create index events_store_id_created_at_idx on app.events (store_id, created_at desc, id desc);
create index events_company_id_created_at_idx on app.events (company_id, created_at desc, id desc);
create index events_object_id_idx on app.events (store_id, object_id);
comment on table app.events is 'The outbox: a row in the transaction of the change that causes it. sequence rises, so a receiver can drop what is older. decisions: 7';
comment on column app.events.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.events.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.events.store_id is 'The store. The fence compares it.';
comment on column app.events.sequence is 'Rises with each event, so that a receiver can drop what is older.';
comment on column app.events.type is 'noun.verb: order.updated.';
comment on column app.events.object_id is 'The resource it is about.';
comment on column app.events.object is 'The resource as the API showed it right after the change.';
comment on column app.events.previous is 'What the changed fields held before.';
comment on column app.events.request_id is 'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.events.created_at is 'When the row was written, by internal.now().';

create table app.webhook_endpoints (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  url text not null check (length(url) <= 2000),
  description text check (length(description) between 1 and 500),
  event_types text[] not null check (cardinality(event_types) between 1 and 100),
  api_version text not null check (api_version ~ '^[0-9]{4}-[0-9]{2}$'),
  status text not null default 'active' check (status in ('active', 'disabled')),
  disabled_reason text check (disabled_reason in ('staff', 'gone', 'failing')),
  disabled_at timestamptz,
  secret text not null check (secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'),
  previous_secret text check (previous_secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'),
  previous_secret_expires_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  last_success_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint webhook_endpoints_every_type_stands_alone
    check (not '*' = any (event_types) or cardinality(event_types) = 1),
  constraint webhook_endpoints_disabled_say_why_and_when check ((status = 'disabled') = (disabled_reason is not null)
    and (status = 'disabled') = (disabled_at is not null)),
  constraint webhook_endpoints_previous_secret_ends
    check ((previous_secret is null) = (previous_secret_expires_at is null)),
  constraint webhook_endpoints_failures_have_a_beginning check ((failures = 0) = (failing_since is null))
) with (fillfactor = 70);
create index webhook_endpoints_store_id_created_at_idx on app.webhook_endpoints (store_id, created_at desc, id desc);
create index webhook_endpoints_company_id_created_at_idx on app.webhook_endpoints (company_id, created_at desc,
  id desc);
comment on table app.webhook_endpoints is 'Receivers of a store''s events. spec: Events; decisions: 7';
comment on column app.webhook_endpoints.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.webhook_endpoints.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.webhook_endpoints.store_id is 'The store. The fence compares it.';
comment on column app.webhook_endpoints.url is 'Where events are posted to.';
comment on column app.webhook_endpoints.description is 'What it is for, in the words of whoever added it.';
comment on column app.webhook_endpoints.event_types is 'What it wants to hear of; {*} is everything, types invented later included.';
comment on column app.webhook_endpoints.api_version is 'The version tag of its creation: never changes, so that its receiver never has to.';
comment on column app.webhook_endpoints.status is 'active, or disabled: then its events are held for 30 days.';
comment on column app.webhook_endpoints.disabled_reason is 'staff: switched off by hand. gone: it answered 410. failing: five days of nothing but failures.';
comment on column app.webhook_endpoints.disabled_at is 'When it was disabled.';
comment on column app.webhook_endpoints.secret is 'Signs every delivery. Shown once, when it is made.';
comment on column app.webhook_endpoints.previous_secret is 'The secret before the last rotation: signs beside the new one until previous_secret_expires_at.';
comment on column app.webhook_endpoints.previous_secret_expires_at is 'Until then the secret before the last rotation signs too.';
comment on column app.webhook_endpoints.failures is 'Failed attempts since the last success, the first of them at failing_since.';
comment on column app.webhook_endpoints.failing_since is 'The first failure since the last success; null when all is well.';
comment on column app.webhook_endpoints.last_success_at is 'The last time that it answered with success.';
comment on column app.webhook_endpoints.created_at is 'When the row was written, by internal.now().';
comment on column app.webhook_endpoints.updated_at is 'When the row last changed.';

create table app.webhook_deliveries (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  status text not null check (status in ('pending', 'sending', 'delivered', 'failed', 'held')),
  attempts integer not null default 0 check (attempts >= 0),
  failures integer not null default 0 check (failures >= 0),
  next_attempt_at timestamptz,
  lease_id uuid,
  lease_expires_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default internal.now(),
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, endpoint_id) references app.webhook_endpoints (store_id, id),
  foreign key (store_id, event_id) references app.events (store_id, id),
  constraint webhook_deliveries_event_once_an_endpoint unique (event_id, endpoint_id),
  constraint webhook_deliveries_pending_have_a_time check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_deliveries_sending_have_a_lease
    check ((status = 'sending') = (lease_id is not null) and (status = 'sending') = (lease_expires_at is not null)),
  constraint webhook_deliveries_finished_have_a_time
    check ((status in ('delivered', 'failed')) = (finished_at is not null))
);
create index webhook_deliveries_due_idx on app.webhook_deliveries (endpoint_id, next_attempt_at, id)
  where status = 'pending';
create index webhook_deliveries_lease_idx on app.webhook_deliveries (endpoint_id, lease_expires_at)
  where status = 'sending';
create index webhook_deliveries_undelivered_idx on app.webhook_deliveries (endpoint_id, created_at)
  where status in ('held', 'failed');
create index webhook_deliveries_endpoint_id_created_at_idx on app.webhook_deliveries (store_id, endpoint_id,
  created_at desc, id desc);
create index webhook_deliveries_created_at_idx on app.webhook_deliveries using brin (created_at);
comment on table app.webhook_deliveries is 'One row an event and endpoint: the queue of deliveries. A worker leases a row while it sends; a lease that ends frees it for another. decisions: 7';
comment on column app.webhook_deliveries.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.webhook_deliveries.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.webhook_deliveries.store_id is 'The store. The fence compares it.';
comment on column app.webhook_deliveries.endpoint_id is 'Where to.';
comment on column app.webhook_deliveries.event_id is 'What about.';
comment on column app.webhook_deliveries.status is 'pending, sending, delivered, failed (every try used up) or held (the endpoint was off).';
comment on column app.webhook_deliveries.attempts is 'Attempts in the log, over all rounds: first sending, retries, redeliveries.';
comment on column app.webhook_deliveries.failures is 'Failed attempts of this round: where it stands on the ladder of retries.';
comment on column app.webhook_deliveries.next_attempt_at is 'When it is tried next; null unless pending.';
comment on column app.webhook_deliveries.lease_id is 'The attempt that is sending it now.';
comment on column app.webhook_deliveries.lease_expires_at is 'By the wall clock, which tests do not move: it is about a process, not about business.';
comment on column app.webhook_deliveries.finished_at is 'When it was delivered or given up.';
comment on column app.webhook_deliveries.created_at is 'When the row was written, by internal.now().';

create table app.webhook_attempts (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  endpoint_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null check (attempt > 0),
  outcome text not null check (outcome in ('delivered', 'rejected', 'timeout', 'unreachable', 'refused', 'lost')),
  response_status integer check (response_status between 100 and 999),
  response_body text check (length(response_body) <= 10240),
  error text check (length(error) <= 500),
  duration_ms integer check (duration_ms >= 0),
  next_attempt_at timestamptz,
  created_at timestamptz not null default internal.now(),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, delivery_id) references app.webhook_deliveries (store_id, id),
  constraint webhook_attempts_attempt_key unique (delivery_id, attempt)
);
create index webhook_attempts_created_at_idx on app.webhook_attempts using brin (created_at);
comment on table app.webhook_attempts is 'The log of attempts, kept 30 days. decisions: 7';
comment on column app.webhook_attempts.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.webhook_attempts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.webhook_attempts.store_id is 'The store. The fence compares it.';
comment on column app.webhook_attempts.endpoint_id is 'Where to.';
comment on column app.webhook_attempts.delivery_id is 'The delivery that was tried.';
comment on column app.webhook_attempts.attempt is 'Its number within the delivery, from 1.';
comment on column app.webhook_attempts.outcome is 'delivered: a 2xx. rejected: any other answer. timeout, unreachable: no answer. refused: we may not call that address. lost: the worker died before it could say.';
comment on column app.webhook_attempts.response_status is 'The HTTP status of the answer; null when there was none.';
comment on column app.webhook_attempts.response_body is 'The first 10 kB of the answer.';
comment on column app.webhook_attempts.error is 'What went wrong, in words.';
comment on column app.webhook_attempts.duration_ms is 'How long it took, in milliseconds.';
comment on column app.webhook_attempts.next_attempt_at is 'When the next try was planned for; null when none was.';
comment on column app.webhook_attempts.created_at is 'When the row was written, by internal.now().';

create table app.webhook_attempt_counts (
  endpoint_id uuid not null,
  outcome text not null,
  company_id uuid not null,
  store_id uuid not null,
  count bigint not null check (count > 0),
  primary key (endpoint_id, outcome),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, endpoint_id) references app.webhook_endpoints (store_id, id)
) with (fillfactor = 50);
comment on table app.webhook_attempt_counts is 'Attempts of an endpoint by outcome since its creation: for metrics, which outlive the log.';
comment on column app.webhook_attempt_counts.endpoint_id is 'The endpoint.';
comment on column app.webhook_attempt_counts.outcome is 'How the attempts ended.';
comment on column app.webhook_attempt_counts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.webhook_attempt_counts.store_id is 'The store. The fence compares it.';
comment on column app.webhook_attempt_counts.count is 'How many.';

create table internal.workers (
  id text primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
comment on table internal.workers is 'Worker processes that live, by their id in the job queue. One not seen for a while is dead and its jobs are freed. Wall clock.';
