-- Moves what a clock that was set back would keep waiting: jobs, timers, deliveries, and the last reports of workers.
-- Safe to run at any time.
--
-- A time ahead of the clock in which something was last written says that the clock was set back since. What was to
-- wait for some time then waits for that time from now on. A worker whose own clock is ahead enters timers for times to
-- come: those run now, and it keeps no other worker from entering them. A few seconds ahead are the rest of a second
-- that another connection saw first.
create or replace function internal.catch_up_with_clock() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_ahead constant timestamptz := v_now + interval '10 s';
begin
  update graphile_worker._private_known_crontabs c set last_execution = date_trunc('minute', v_now)
    where c.last_execution > v_ahead + interval '1 minute';
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => v_now)
    from graphile_worker.jobs j
    where j.key in (select c.identifier from graphile_worker._private_known_crontabs c)
      and j.run_at > v_ahead and j.attempts = 0 and j.locked_at is null
    having count(*) > 0;
  if internal.clock_floor() is null and not exists (select from internal.workers w where w.seen_at > v_ahead) then
    return;
  end if;
  update internal.workers w set seen_at = v_now where w.seen_at > v_ahead;
  perform graphile_worker.reschedule_jobs(array[j.id], run_at => v_now + greatest(j.run_at - j.updated_at, '0'))
    from graphile_worker.jobs j
    where j.updated_at > v_ahead and j.run_at > v_now and j.locked_at is null;
  perform internal.catch_up_deliveries();
end
$$;
