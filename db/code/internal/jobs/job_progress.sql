-- Gives how much of a job's lines have run, in percent.
create or replace function internal.job_progress(job app.jobs) returns integer
language sql stable
return ((job).succeeded_count + (job).failed_count) * 100 / greatest((job).line_count, 1);
grant execute on function internal.job_progress(app.jobs) to haat_api, haat_staff;
