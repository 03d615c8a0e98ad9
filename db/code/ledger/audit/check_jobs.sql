-- No job is stuck: held by a worker for over an hour, given up, or waiting although workers are there.
--
-- The queue's schema belongs to graphile-worker and is installed apart from our migrations, hence the look before.
-- A job that merely waits is stuck only while workers are there to take it: a stopped service has done no damage.
create or replace function ledger.check_jobs() returns table (company_id uuid, store_id uuid, object text, found text,
  expected text)
language plpgsql stable rows 1
set search_path = ''
as $$
begin
  if to_regnamespace('graphile_worker') is null then
    return;
  end if;
  return query
  select null::uuid, null::uuid, format('job %s: %s', j.id, j.task_identifier),
    case when j.locked_at is not null then format('held by %s since %s', j.locked_by, j.locked_at)
         when j.attempts >= j.max_attempts then format('given up after %s attempts: %s', j.attempts,
           left(j.last_error, 200))
         else format('waits since %s', j.run_at) end,
    case when j.locked_at is not null then 'done within an hour' when j.attempts >= j.max_attempts then 'done'
      else 'taken within 15 minutes' end
  from graphile_worker.jobs j
  where j.locked_at < now() - interval '1 hour'
    or (j.locked_at is null and j.attempts >= j.max_attempts)
    or (j.locked_at is null and j.run_at < now() - interval '15 minutes'
        and exists (select from pg_catalog.pg_stat_activity a where a.usename = 'haat_worker'
          and a.datname = current_database()));
end
$$;
grant execute on function ledger.check_jobs() to haat_dba;
