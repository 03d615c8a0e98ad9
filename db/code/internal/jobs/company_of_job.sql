--! owner: haat_gatekeeper
-- Takes: a job.
-- Gives: its company, null when it is gone.
create or replace function internal.company_of_job(job_id uuid) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (select j.company_id from app.jobs j where j.id = company_of_job.job_id);
end
$$;
grant execute on function internal.company_of_job(uuid) to haat_owner;
