-- Notes that a worker process lives, frees the jobs of those that no longer do, and gives how many workers those were.
-- Takes: the id under which the process locks jobs.
--
-- The queue itself frees the jobs of a killed worker only after four hours. So every worker reports every few seconds
-- that it lives, and the jobs of one that no longer reports are freed for the others. By the wall clock, which no test
-- moves.
--
-- A worker judges the others only by a time in which it has reported itself. Where its own last report is old as well,
-- Postgres was away or its clock was set forward, and the others may be as alive as this one: their silence is counted
-- from now on. What a clock that was set back would keep waiting is moved by internal.catch_up_with_clock.
create or replace function internal.report_worker(worker_id text) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_silence constant interval := '30 s';
  v_seen_at constant timestamptz := (select w.seen_at from internal.workers w where w.id = worker_id);
  v_dead text[];
begin
  perform internal.catch_up_with_clock();
  insert into internal.workers as w (id, started_at, seen_at) values (worker_id, v_now, v_now)
  on conflict (id) do update set seen_at = excluded.seen_at;
  if v_seen_at < v_now - v_silence then
    update internal.workers w set seen_at = v_now where w.seen_at < v_now - v_silence;
  end if;
  if v_seen_at is null or v_seen_at < v_now - v_silence then
    return 0;
  end if;
  with silent as (
    delete from internal.workers w where w.seen_at < v_now - v_silence returning w.id
  )
  select array_agg(d.id) into v_dead from (
    select s.id from silent s
    union
    select j.locked_by from graphile_worker.jobs j
    where j.locked_at < v_now - v_silence and not exists (select from internal.workers w where w.id = j.locked_by)) d;
  if v_dead is not null then
    perform internal.free_workers(v_dead);
  end if;
  return coalesce(cardinality(v_dead), 0);
end
$$;
grant execute on function internal.report_worker(text) to haat_worker;
