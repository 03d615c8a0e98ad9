-- Takes up the next job of a company whose turn has ended, unless jobs of another company wait for a place.
-- Takes: the company.
-- Gives: the job's id, or null: the company's turn goes back into the queue (internal.wake_jobs).
--
-- Owned by the owner of the queue, the only one who may read it whole.
create or replace function internal.take_next_job(company_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if exists (
    select from graphile_worker.jobs q
    where q.task_identifier = 'job__run' and q.locked_at is null and q.run_at <= clock_timestamp()
      and q.key <> 'jobs of ' || take_next_job.company_id
  ) then
    return null;
  end if;
  return internal.take_job(company_id);
end
$$;
grant execute on function internal.take_next_job(uuid) to haat_worker;
