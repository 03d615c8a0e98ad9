-- Opens a job of who acts here, which receives its lines next (internal.add_job_lines) and is queued then
-- (internal.queue_job).
-- Takes: the store; the operation of each line, one of the API or (is_internal) of internal.internal_job_operations;
-- the scopes that a key needs for it; whether to continue or stop after a line that is refused.
-- Gives: its id.
--
-- A job that is never queued is not shown, and internal.clean_up_jobs removes it.
create or replace function internal.open_job(store_id uuid, operation text, scopes text[] default '{}',
  on_error text default 'continue', is_internal boolean default false) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id uuid;
begin
  if is_internal and operation <> all (internal.internal_job_operations()) then
    raise exception 'there is no internal operation % for jobs', operation;
  end if;
  insert into app.jobs (company_id, store_id, key_id, staff_id, actor_name, operation, is_internal, scopes, on_error)
    select internal.current_company_id(), open_job.store_id,
      case when a.actor_type = 'api_key' then a.actor_id end, case when a.actor_type = 'staff' then a.actor_id end,
      a.actor_name, open_job.operation, open_job.is_internal, open_job.scopes, open_job.on_error
    from internal.current_actor() a
    returning id into v_id;
  return v_id;
end
$$;
