-- Notes that a worker process lives, frees the jobs of those that no longer do, and gives how many workers those were.
-- Takes: the id under which the process locks jobs.
--
-- The queue itself frees the jobs of a killed worker only after four hours. So every worker reports that it lives, and
-- the jobs of one that no longer reports are freed for the others. By the wall clock, which no test moves.
create or replace function internal.report_worker(worker_id text) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_silence constant interval := '30 s';
  v_dead text[];
begin
  insert into internal.workers as w (id, started_at, seen_at) values (worker_id, v_now, v_now)
  on conflict (id) do update set seen_at = excluded.seen_at;
  with silent as (
    delete from internal.workers w where w.seen_at < v_now - v_silence returning w.id
  )
  select array_agg(d.id) into v_dead from (
    select s.id from silent s
    union
    select j.locked_by from graphile_worker.jobs j
    where j.locked_at < v_now - v_silence and not exists (select from internal.workers w where w.id = j.locked_by)) d;
  if v_dead is not null then
    perform graphile_worker.force_unlock_workers(v_dead);
  end if;
  return coalesce(cardinality(v_dead), 0);
end
$$;
grant execute on function internal.report_worker(text) to haat_worker;
