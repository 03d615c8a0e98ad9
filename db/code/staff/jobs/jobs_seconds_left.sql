-- An estimate of how long a running job takes still; null for others.
-- Raises: nothing.
create or replace function staff.jobs_seconds_left(job app.jobs) returns integer
language sql stable
return internal.job_seconds_left(job);
grant execute on function staff.jobs_seconds_left(app.jobs) to haat_staff;
