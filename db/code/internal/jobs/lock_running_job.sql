--! owner: haat_gatekeeper
-- Locks a running job and gives it; all null when it runs no longer.
-- Takes: the job.
--
-- The lock makes lines run in order, none twice: what became of a line is written in the transaction that did it.
create or replace function internal.lock_running_job(job_id uuid) returns app.jobs
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_job app.jobs;
begin
  select * into v_job from app.jobs j
    where j.id = lock_running_job.job_id and j.status = 'running' for no key update;
  return v_job;
end
$$;
grant execute on function internal.lock_running_job(uuid) to haat_api;
