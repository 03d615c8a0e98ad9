-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- The lines of jobs: what is to be done, then what became of it.
table app.job_lines (
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- The store. The fence compares it.
  store_id     uuid not null,
  -- Its job.
  job_id       uuid not null,
  -- From 1, as in the file that was sent.
  line         integer not null,
  -- The checked input of the operation, until the line has run; null where it was found wrong before.
  input        jsonb,
  -- Images to fetch first: [{path, stored, link, name, max_bytes}], path and stored being the place in the input.
  images       jsonb,
  -- The refusal; null for success.
  sqlstate     text,
  -- The message of that refusal.
  message      text,
  -- The fields of that refusal, each with its problems.
  fields       jsonb,
  -- The unique constraint that refused it; null when none did.
  "constraint" text,
  -- The document that the operation answered.
  result       text,
  -- When it ran; null while it waits.
  ended_at     timestamptz,
  -- What the message means: {reason, values, field?}; null when that is not known.
  meaning      jsonb,
  constraint job_lines_pkey primary key (job_id, line, company_id),
  constraint job_lines_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint job_lines_company_id_store_id_job_id_fkey foreign key (company_id, store_id, job_id) references app.jobs(company_id, store_id, id) on delete cascade,
  constraint job_lines_ended_ones_have_one_answer check (
case
    when ended_at is null then result is null
    else (sqlstate is null) = (result is not null)
end),
  constraint job_lines_ended_ones_keep_no_input check (ended_at is null or input is null and images is null),
  constraint job_lines_images_check check (jsonb_typeof(images) = 'array'),
  constraint job_lines_line_check check (line >= 1 and line <= 100000),
  constraint job_lines_sqlstate_check check (length(sqlstate) = 5),
  constraint job_lines_waiting_ones_have_an_input_or_a_problem check (ended_at is not null or (input is null) = (sqlstate is not null))
);
create index job_lines_refused_idx on app.job_lines using btree (job_id, line) where (sqlstate is not null);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, select to haat_gatekeeper;
grant select (company_id, store_id, job_id, line, sqlstate, message, constraint, ended_at) to haat_dba;
grant select (company_id, store_id, job_id, line, sqlstate, message, fields, constraint, result, ended_at, meaning) to haat_api;

-- Many calls of one operation, sent at once. The workers run its lines in order. Kept 30 days.
table app.jobs (
  -- UUIDv7: opaque to clients, rising with time.
  id              uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id      uuid not null,
  -- The store in which every line works. The fence compares it.
  store_id        uuid not null,
  -- The key that sent it; each line runs inside its fence, as long as it is good.
  key_id          uuid,
  -- The member of staff who sent it; each line runs with their permissions.
  staff_id        uuid,
  -- Name of the key or of the member of staff at that time.
  actor_name      text not null,
  -- What each line does: an operation of the API, or an internal one.
  operation       text not null,
  -- Whether the operation is one of internal.internal_job_operations().
  is_internal     boolean not null,
  -- The scopes that a key needs for the operation, and to see and cancel the job.
  scopes          text[] not null,
  -- Whether the job goes on after a line that was refused, or stops.
  on_error        text not null,
  -- receiving (its lines still arrive; not shown yet), queued, running, or how it ended.
  status          text not null default 'receiving',
  -- How many lines it has.
  line_count      integer not null default 0,
  -- How many lines were done.
  succeeded_count integer not null default 0,
  -- How many lines were refused. The next line is the one after both.
  failed_count    integer not null default 0,
  -- Why it failed, as a code.
  failure_code    text,
  -- Why it failed, for people.
  failure_message text,
  -- When a worker last took it up: the jobs of a company take turns.
  served_at       timestamptz,
  -- When its first line ran.
  started_at      timestamptz,
  -- When it finished, failed or was cancelled.
  ended_at        timestamptz,
  -- When the row was written, by internal.now().
  created_at      timestamptz not null,
  -- When anything shown of it last changed.
  updated_at      timestamptz not null,
  constraint jobs_pkey primary key (id),
  constraint jobs_company_id_store_id_id_key unique (company_id, store_id, id),
  constraint jobs_company_id_key_id_fkey foreign key (company_id, key_id) references app.api_keys(company_id, id),
  constraint jobs_company_id_staff_id_fkey foreign key (company_id, staff_id) references app.staff(company_id, id),
  constraint jobs_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint jobs_do_no_line_twice check ((succeeded_count + failed_count) <= line_count),
  constraint jobs_ended_ones_have_an_end check ((status in ('finished', 'cancelled', 'failed')) = (ended_at is not null)),
  constraint jobs_failed_count_check check (failed_count >= 0),
  constraint jobs_failed_ones_say_why check ((status = 'failed') = (failure_code is not null) and (failure_code is null) = (failure_message is null)),
  constraint jobs_failure_code_check check (length(failure_code) >= 1 and length(failure_code) <= 100),
  constraint jobs_failure_message_check check (length(failure_message) >= 1 and length(failure_message) <= 1000),
  constraint jobs_finished_ones_did_every_line check (status <> 'finished' or (succeeded_count + failed_count) = line_count),
  constraint jobs_have_one_actor check (num_nonnulls(key_id, staff_id) = 1),
  constraint jobs_line_count_check check (line_count >= 0 and line_count <= 100000),
  constraint jobs_on_error_check check (on_error in ('continue', 'stop')),
  constraint jobs_operation_check check (operation ~ '^[a-z]+(_[a-z0-9]+)+$' and length(operation) <= 100),
  constraint jobs_status_check check (status in ('receiving', 'queued', 'running', 'finished', 'cancelled', 'failed')),
  constraint jobs_succeeded_count_check check (succeeded_count >= 0)
);
create index jobs_company_id_created_at_idx on app.jobs using btree (company_id, created_at desc, id desc);
create index jobs_company_id_served_at_idx on app.jobs using btree (company_id, served_at) where (status in ('queued', 'running'));
create index jobs_created_at_idx on app.jobs using btree (created_at);
create index jobs_key_id_idx on app.jobs using btree (key_id) where (key_id is not null);
create index jobs_staff_id_idx on app.jobs using btree (staff_id) where (staff_id is not null);
create index jobs_store_id_created_at_idx on app.jobs using btree (store_id, created_at desc, id desc);
trigger _100_stamp_times before insert or update on app.jobs for each row execute function internal.tg__stamp_times();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (((status <> 'receiving') and ( select internal.is_permitted('developer.manage') as is_permitted)));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, select, update to haat_gatekeeper;
grant select to haat_api, haat_dba, haat_staff;

-- Lines of jobs that a company has sent on a UTC day. Past days are no longer read.
table gate.job_lines (
  -- The company.
  company_id uuid not null,
  -- The UTC day.
  day        date not null,
  -- Lines sent on that day.
  used       integer not null,
  constraint job_lines_pkey primary key (company_id, day)
);
grant delete, insert, select, update to haat_gatekeeper;
