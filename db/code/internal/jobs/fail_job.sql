-- Ends a locked job whose sender may no longer do what its lines do.
-- Takes: the job, the refusal of the sender and its message.
--
-- Inside the fence of the company, but as the system: there is no other actor.
create or replace function internal.fail_job(job_id uuid, sqlstate text, message text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.act_as(internal.company_of_job(fail_job.job_id));
  perform internal.end_job(fail_job.job_id, 'failed',
    case fail_job.sqlstate when 'HT002' then 'KEY_REVOKED' when 'HT003' then 'KEY_EXPIRED'
      when 'HT004' then 'FORBIDDEN_SCOPE' when 'HT015' then 'UNAUTHENTICATED' else 'UNAUTHORIZED' end,
    fail_job.message);
end
$$;
grant execute on function internal.fail_job(uuid, text, text) to haat_api;
