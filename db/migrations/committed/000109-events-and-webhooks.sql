--! Previous: sha1:54efad5498728045ed08ee8a04ea2142bbab754c
--! Hash: sha1:644bd0dc9453c60ae13a90808000323a451da747
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
  constraint events_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create index events_store_id_created_at_idx on app.events (store_id, created_at desc, id desc);
create index events_company_id_created_at_idx on app.events (company_id, created_at desc, id desc);
create index events_object_id_idx on app.events (store_id, object_id);
create index events_store_id_type_sequence_idx on app.events (store_id, type, sequence);

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
  secret text not null check (secret ~ '^(whsec_[A-Za-z0-9+/]{43}=|enc1:[0-9a-f]{8}:[A-Za-z0-9_-]{60,200})$'),
  previous_secret text check (previous_secret ~
    '^(whsec_[A-Za-z0-9+/]{43}=|enc1:[0-9a-f]{8}:[A-Za-z0-9_-]{60,200})$'),
  previous_secret_expires_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  last_success_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_endpoints_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint webhook_endpoints_every_type_stands_alone check (not ('*' = any (event_types))
    or cardinality(event_types) = 1),
  constraint webhook_endpoints_disabled_say_why_and_when
    check ((status = 'disabled') = (disabled_reason is not null)
    and (status = 'disabled') = (disabled_at is not null)),
  constraint webhook_endpoints_previous_secret_ends
    check ((previous_secret is null) = (previous_secret_expires_at is null)),
  constraint webhook_endpoints_failures_have_a_beginning check ((failures = 0) = (failing_since is null))
) with (fillfactor = 70);
create index webhook_endpoints_store_id_created_at_idx
  on app.webhook_endpoints (store_id, created_at desc, id desc);
create index webhook_endpoints_company_id_created_at_idx
  on app.webhook_endpoints (company_id, created_at desc, id desc);

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
  finished_at timestamptz,
  created_at timestamptz not null default internal.now(),
  worker_id text,
  constraint webhook_deliveries_event_once_an_endpoint unique (event_id, endpoint_id, company_id),
  constraint webhook_deliveries_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id) not enforced,
  constraint webhook_deliveries_store_id_endpoint_id_fkey foreign key (company_id, store_id, endpoint_id)
    references app.webhook_endpoints (company_id, store_id, id),
  constraint webhook_deliveries_store_id_event_id_fkey foreign key (company_id, store_id, event_id)
    references app.events (company_id, store_id, id),
  constraint webhook_deliveries_pending_have_a_time check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_deliveries_finished_have_a_time
    check ((status in ('delivered', 'failed')) = (finished_at is not null)),
  constraint webhook_deliveries_only_sending_have_a_worker check (worker_id is null or status = 'sending')
);
create index webhook_deliveries_due_idx on app.webhook_deliveries (endpoint_id, next_attempt_at, id)
  where status = 'pending';
create index webhook_deliveries_undelivered_idx on app.webhook_deliveries (endpoint_id, created_at)
  where status in ('held', 'failed');
create index webhook_deliveries_endpoint_id_created_at_idx
  on app.webhook_deliveries (store_id, endpoint_id, created_at desc, id desc);
create index webhook_deliveries_created_at_idx on app.webhook_deliveries using brin (created_at);
create index webhook_deliveries_sending_idx on app.webhook_deliveries (endpoint_id) where status = 'sending';

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
  constraint webhook_attempts_attempt_key unique (delivery_id, attempt, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint webhook_attempts_store_id_delivery_id_fkey foreign key (company_id, store_id, delivery_id)
    references app.webhook_deliveries (company_id, store_id, id)
);
create index webhook_attempts_created_at_idx on app.webhook_attempts using brin (created_at);

create table app.webhook_attempt_counts (
  endpoint_id uuid not null,
  outcome text not null,
  company_id uuid not null,
  store_id uuid not null,
  count bigint not null check (count > 0),
  primary key (endpoint_id, outcome, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint webhook_attempt_counts_store_id_endpoint_id_fkey foreign key (company_id, store_id, endpoint_id)
    references app.webhook_endpoints (company_id, store_id, id)
) with (fillfactor = 50);

create table app.webhook_gaps (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  endpoint_id uuid not null,
  event_types text[] not null,
  after_sequence bigint not null,
  upto_sequence bigint,
  ended_at timestamptz,
  primary key (id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint webhook_gaps_store_id_endpoint_id_fkey foreign key (company_id, store_id, endpoint_id)
    references app.webhook_endpoints (company_id, store_id, id),
  constraint webhook_gaps_end_after_their_start check (upto_sequence >= after_sequence),
  constraint webhook_gaps_ended_have_a_time check ((upto_sequence is null) = (ended_at is null))
);
create index webhook_gaps_store_id_endpoint_id_idx on app.webhook_gaps (store_id, endpoint_id);
create unique index webhook_gaps_one_open_an_endpoint on app.webhook_gaps (endpoint_id, company_id)
  where upto_sequence is null;
