--! owner: haat_gatekeeper
-- Timer: removes jobs that ended 30 days ago, with their lines, and those whose lines stopped arriving an hour ago.
-- Gives: the number of lines and jobs. Safe to run twice.
create or replace function internal.clean_up_jobs() returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_old constant uuid[] := array(
    select j.id from app.jobs j
    where j.ended_at < v_now - interval '30 days'
      or j.status = 'receiving' and j.updated_at < v_now - interval '1 hour'
    order by j.created_at
    limit 1000);
  -- A run's worth: the next one takes the rest, and no transaction grows without end.
  v_most constant integer := 50000;
  v_lines bigint;
  v_jobs bigint;
begin
  delete from app.job_lines l where (l.job_id, l.line) in (
    select x.job_id, x.line from app.job_lines x where x.job_id = any (v_old) limit v_most);
  get diagnostics v_lines = row_count;
  delete from app.jobs j where j.id = any (v_old) and not exists (
    select from app.job_lines l where l.job_id = j.id);
  get diagnostics v_jobs = row_count;
  return v_lines + v_jobs;
end
$$;
grant execute on function internal.clean_up_jobs() to haat_worker;
