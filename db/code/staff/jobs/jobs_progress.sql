-- How much of the job's lines have run, in percent.
-- Raises: nothing.
create or replace function staff.jobs_progress(job app.jobs) returns integer
language sql stable
return internal.job_progress(job);
grant execute on function staff.jobs_progress(app.jobs) to haat_staff;
