--! owner: haat_gatekeeper
-- Takes up the job of a company whose turn it is.
-- Takes: the company.
-- Gives: the job's id, or null when none waits.
create or replace function internal.take_job(company_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_id uuid;
begin
  -- A job fills tables, and its worker comes by here every few seconds.
  perform internal.analyze_grown_tables();
  update app.jobs j
    set status = 'running', started_at = coalesce(j.started_at, v_now), served_at = v_now
    where j.id = (
      select w.id from app.jobs w
      where w.company_id = take_job.company_id and w.status in ('queued', 'running')
        and not internal.has_moved(w.company_id)
      order by w.served_at nulls first, w.created_at, w.id
      limit 1 for no key update)
    returning j.id into v_id;
  return v_id;
end
$$;
grant execute on function internal.take_job(uuid) to haat_worker, haat_owner;
