--! Previous: sha1:771e858aae77ea238fd7b92bdf91c8f7600e9cef
--! Hash: sha1:da1600e9468e380039e6ad7ec23f7e65bb22a010
--! Message: Books of the service

-- What the service keeps about itself: the code it runs, its workers and timers, audits, the seals of the history.

create table internal.applied_code (
  unit text primary key,
  file_digest text not null,
  catalog_digest text not null,
  applied_at timestamptz not null
);

create table internal.workers (
  id text primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

create table internal.released_schema (
  kind text not null,
  object text not null,
  definition text,
  primary key (kind, object)
);

create table internal.history_seals (
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
  constraint history_seals_one_print_a_row check (length(row_prints) = (8 * row_count))
);

create table internal.history_horizon (
  is_only boolean primary key default true check (is_only),
  upto timestamptz not null,
  open_xids text[] not null
);

create table internal.timer_runs (
  name text primary key,
  finished_at timestamptz not null
);

create table internal.audit_runs (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  broken_checks text[] not null,
  constraint audit_runs_end_after_their_start check (finished_at >= started_at)
);

create table internal.context_secret (
  only_row boolean primary key default true,
  secret bytea not null,
  constraint context_secret_is_one_row check (only_row),
  constraint context_secret_is_long check (octet_length(secret) >= 32)
);

create sequence internal.latest_clock as bigint;

insert into internal.context_secret (secret) values (extensions.gen_random_bytes(32));
