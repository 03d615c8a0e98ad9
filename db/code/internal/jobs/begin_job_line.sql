-- Says which line of a job the transaction works for now, as gate.enter says it of a call.
-- Takes: the job, whose sender was entered, and the line.
create or replace function internal.begin_job_line(job app.jobs, line integer) returns void
language sql volatile
begin atomic
  select pg_catalog.set_config('haat.request_id', pg_catalog.format('job_%s_%s', (job).id, line), true),
    pg_catalog.set_config('haat.response_headers', '', true),
    pg_catalog.set_config('haat.refusal', '', true);
end;
grant execute on function internal.begin_job_line(app.jobs, integer) to haat_api;
