-- Enter migration here

-- Jobs and exports for staff: exports that were cancelled, what of a job was refused, line by line.
alter table app.exports drop constraint if exists exports_failure_code_check;
alter table app.exports add constraint exports_failure_code_check
  check (failure_code in ('KEY_NOT_LIVE', 'FORBIDDEN_SCOPE', 'TOOK_TOO_LONG', 'GAVE_UP', 'CANCELLED'));
comment on column app.exports.failure_code is
  'KEY_NOT_LIVE: the key was revoked or expired. FORBIDDEN_SCOPE: it lost the scope. TOOK_TOO_LONG: more than a '
  'snapshot may last. GAVE_UP: each attempt broke off. CANCELLED: staff cancelled it.';
create index if not exists job_lines_refused_idx on app.job_lines (job_id, line) where sqlstate is not null;
do $$
begin
  if to_regtype('staff.refused_line') is null then
    create type staff.refused_line as (line integer, message text, fields jsonb);
  end if;
end
$$;
comment on type staff.refused_line is 'A line of a job that was refused.';
comment on column staff.refused_line.line is 'From 1, as in the file that was sent.';
comment on column staff.refused_line.message is 'Why it was refused, for people.';
comment on column staff.refused_line.fields is 'The fields that were wrong, each with its problems; null when none is named.';
