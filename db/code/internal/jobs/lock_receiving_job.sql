-- Locks a job that receives lines, of who acts here.
-- Gives: its row.
-- Raises: HT100 (there is none).
create or replace function internal.lock_receiving_job(job_id uuid) returns app.jobs
language plpgsql volatile
set search_path = ''
as $$
declare
  v_job app.jobs;
begin
  select * into v_job from app.jobs j
    where j.id = lock_receiving_job.job_id and j.status = 'receiving'
      and coalesce(j.key_id, j.staff_id) = internal.current_actor_id()
    for no key update;
  if v_job.id is null then
    perform internal.fail('HT100', 'jobGone.receives');
  end if;
  return v_job;
end
$$;
