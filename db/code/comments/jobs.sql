-- What the tables of db/schema/jobs.sql and their columns mean.

comment on table app.jobs is
  'Many calls of one operation, sent at once. The workers run its lines in order. Kept 30 days.';
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
comment on column app.jobs.status is
  'receiving (its lines still arrive; not shown yet), queued, running, or how it ended.';
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

comment on table app.job_lines is 'The lines of jobs: what is to be done, then what became of it.';
comment on column app.job_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.job_lines.store_id is 'The store. The fence compares it.';
comment on column app.job_lines.job_id is 'Its job.';
comment on column app.job_lines.line is 'From 1, as in the file that was sent.';
comment on column app.job_lines.input is
  'The checked input of the operation, until the line has run; null where it was found wrong before.';
comment on column app.job_lines.images is
  'Images to fetch first: [{path, stored, link, name, max_bytes}], path and stored being the place in the input.';
comment on column app.job_lines.sqlstate is 'The refusal; null for success.';
comment on column app.job_lines.message is 'The message of that refusal.';
comment on column app.job_lines.meaning is
  'What the message means: {reason, values, field?}; null when that is not known.';
comment on column app.job_lines.fields is 'The fields of that refusal, each with its problems.';
comment on column app.job_lines."constraint" is 'The unique constraint that refused it; null when none did.';
comment on column app.job_lines.result is 'The document that the operation answered.';
comment on column app.job_lines.ended_at is 'When it ran; null while it waits.';

comment on table gate.job_lines is 'Lines of jobs that a company has sent on a UTC day. Past days are no longer read.';
comment on column gate.job_lines.company_id is 'The company.';
comment on column gate.job_lines.day is 'The UTC day.';
comment on column gate.job_lines.used is 'Lines sent on that day.';
