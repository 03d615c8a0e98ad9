-- Cancels a job, inside the fence of its company; one that has ended stays as it is. What its lines have done stays.
-- Takes: the job, which the caller has found.
create or replace function internal.cancel_job(job_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.jobs j where j.id = cancel_job.job_id and j.status in ('queued', 'running') for no key update;
  if found then
    perform internal.end_job(cancel_job.job_id, 'cancelled');
  end if;
end
$$;
