--! Previous: sha1:a422c936492ae8268bf836445deb4efe44314141
--! Hash: sha1:13e2b575657543fa16d17201c886c450b3183982
--! Message: Jobs

-- Jobs: many calls of one operation, sent at once and run one after the other by the workers.

create table app.jobs (
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
  constraint jobs_do_no_line_twice check ((succeeded_count + failed_count) <= line_count),
  constraint jobs_finished_ones_did_every_line check (status <> 'finished'
    or (succeeded_count + failed_count) = line_count),
  constraint jobs_failed_ones_say_why check ((status = 'failed') = (failure_code is not null)
    and (failure_code is null) = (failure_message is null)),
  constraint jobs_ended_ones_have_an_end check ((status in ('finished', 'cancelled', 'failed')) = (ended_at is not
    null))
);
create index jobs_store_id_created_at_idx on app.jobs (store_id, created_at desc, id desc);
create index jobs_company_id_created_at_idx on app.jobs (company_id, created_at desc, id desc);
create index jobs_company_id_served_at_idx on app.jobs (company_id, served_at)
  where status in ('queued', 'running');
create index jobs_key_id_idx on app.jobs (key_id) where key_id is not null;
create index jobs_staff_id_idx on app.jobs (staff_id) where staff_id is not null;
create index jobs_created_at_idx on app.jobs (created_at);

create table app.job_lines (
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
  constraint job_lines_ended_ones_have_one_answer check (case
    when ended_at is null then result is null
    else (sqlstate is null) = (result is not null) end),
  constraint job_lines_waiting_ones_have_an_input_or_a_problem check (ended_at is not null
    or (input is null) = (sqlstate is not null)),
  constraint job_lines_ended_ones_keep_no_input check (ended_at is null or input is null and images is null)
);
create index job_lines_refused_idx on app.job_lines (job_id, line) where sqlstate is not null;

create table gate.job_lines (
  company_id uuid not null,
  day date not null,
  used integer not null,
  primary key (company_id, day)
);
