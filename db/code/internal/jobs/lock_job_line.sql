--! owner: haat_gatekeeper
-- Locks a running job and gives it with its next line; both all null when it runs no longer.
-- Takes: the job.
--
-- The lock makes lines run in order, none twice: what became of a line is written in the transaction that did it.
create or replace function internal.lock_job_line(job_id uuid, out job app.jobs, out line app.job_lines)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  select * into job from app.jobs j
    where j.id = lock_job_line.job_id and j.status = 'running' for no key update;
  select * into line from app.job_lines l
    where l.job_id = (job).id and l.line = (job).succeeded_count + (job).failed_count + 1;
end
$$;
grant execute on function internal.lock_job_line(uuid) to haat_api;
