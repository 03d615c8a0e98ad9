-- Takes: the id under which a worker process locks jobs.
-- Notes that it lives, frees the jobs of those that do not, and gives how many those were.
--
-- The queue itself frees the jobs of a killed worker after four hours only. So every worker says that it lives, and what
-- is locked in the name of one that no longer does is freed for the others. The wall clock: nobody moves it.
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
