--! owner: haat_api
-- Runs the next line of a job alone: internal.run_job_slice for one line.
-- Takes: the job; for a line whose images were fetched before: its number, and what was fetched.
-- Gives: what internal.run_job_slice gives.
-- Raises: a temporary error; then nothing is written, and the line is run again.
create or replace function internal.run_job_line(job_id uuid, line integer default null, fetched jsonb default null)
  returns json
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return internal.run_job_slice(job_id, 1, 0, line, fetched);
end
$$;
grant execute on function internal.run_job_line(uuid, integer, jsonb) to haat_worker;
