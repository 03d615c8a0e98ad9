--! owner: haat_gatekeeper
-- Gives the next lines of a locked job, in order.
-- Takes: the job and how many at most.
create or replace function internal.next_job_lines(job app.jobs, most integer) returns setof app.job_lines
language plpgsql stable security definer rows 30
set search_path = ''
as $$
begin
  return query
  select l.*
  from app.job_lines l
  where l.job_id = (job).id and l.line > (job).succeeded_count + (job).failed_count
  order by l.line
  limit most;
end
$$;
grant execute on function internal.next_job_lines(app.jobs, integer) to haat_api;
