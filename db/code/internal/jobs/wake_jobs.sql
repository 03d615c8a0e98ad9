-- Has a worker take up the jobs of a company.
-- Takes: the company.
--
-- One entry of the queue a company: its jobs take turns, and companies go on side by side. An entry that waits is
-- replaced; beside one that runs a new one is made, which runs after it.
create or replace function internal.wake_jobs(company_id uuid) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  select internal.enqueue('job__run', pg_catalog.json_build_object('company_id', wake_jobs.company_id),
    job_key => 'jobs of ' || wake_jobs.company_id, queue => 'jobs of ' || wake_jobs.company_id);
end;
grant execute on function internal.wake_jobs(uuid) to haat_gatekeeper, haat_worker;
