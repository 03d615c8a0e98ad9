-- Cancels a job: what its lines have done stays, the others do not run. One that has ended stays as it is.
-- Needs developer.manage.
-- Raises: HT014 (permission), HT100 (job_id).
create or replace function staff.cancel_job(job_id uuid) returns app.jobs
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_job app.jobs;
begin
  perform internal.require_permission('developer.manage');
  select * into v_job from app.jobs j
    where j.id = cancel_job.job_id and j.status <> 'receiving' for no key update;
  if v_job.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "job"}',
      fields => '{"job_id": [{"key": "gone.such", "params": {"thing": "job"}}]}');
  end if;
  if v_job.ended_at is null then
    perform internal.cancel_job(v_job.id);
    perform internal.log_activity(v_job.store_id, 'job.cancelled', 'job', v_job.id,
      before => jsonb_build_object('status', v_job.status, 'operation', v_job.operation));
    select * into v_job from app.jobs j where j.id = v_job.id;
  end if;
  return v_job;
end
$$;
grant execute on function staff.cancel_job(uuid) to haat_staff;
