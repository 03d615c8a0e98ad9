--! owner: haat_gatekeeper
-- Gives how many lines of jobs the company that acts here has sent on this UTC day.
create or replace function internal.job_lines_used() returns integer
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce((
    select d.used from gate.job_lines d
    where d.company_id = internal.current_company_id() and d.day = (internal.now() at time zone 'UTC')::date), 0);
end
$$;
grant execute on function internal.job_lines_used() to haat_api;
