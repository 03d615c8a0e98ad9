--! owner: haat_api
-- Puts the transaction inside the fence of the sender of a job for a slice of its lines, or ends the job.
-- Takes: the locked job.
-- Gives: whether it goes on.
create or replace function internal.enter_job_slice(job app.jobs) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  v_sqlstate text;
  v_message text;
begin
  perform internal.enter_job(job, format('job_%s_%s', (job).id, (job).succeeded_count + (job).failed_count + 1));
  perform internal.hold_context();
  return true;
exception when sqlstate 'HT001' or sqlstate 'HT002' or sqlstate 'HT003' or sqlstate 'HT004' or sqlstate 'HT015' then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text;
  perform internal.fail_job((job).id, v_sqlstate, v_message);
  perform internal.leave_company();
  return false;
end
$$;
