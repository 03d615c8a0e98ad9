-- Estimates how long a running job takes still: each of the rest as long as the lines so far. Null for others.
create or replace function internal.job_seconds_left(job app.jobs) returns integer
language sql stable
return case when (job).status = 'running' and (job).succeeded_count + (job).failed_count > 0 then
  ceil(extract(epoch from internal.now() - (job).started_at) / ((job).succeeded_count + (job).failed_count)
    * ((job).line_count - (job).succeeded_count - (job).failed_count))::integer end;
grant execute on function internal.job_seconds_left(app.jobs) to haat_api, haat_staff;
