-- Moves what a clock that was set back would keep waiting: jobs, timers, deliveries, and the last reports of workers.
-- Safe to run at any time.
--
-- What was last written at a time that is still to come was written before the clock was set back. What was to wait
-- for some time then waits for that time from now on. A worker whose own clock is ahead enters timers for times to
-- come: those run now, and it keeps no other worker from entering them. Less than ten seconds are waited for.
create or replace function internal.catch_up_with_clock() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_ahead constant timestamptz := v_now + interval '10 s';
begin
  update internal.entered_timers t set last_execution = date_trunc('minute', v_now)
    where t.last_execution > v_ahead + interval '1 minute';
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => v_now)
    from graphile_worker.jobs j
    where j.key in (select t.identifier from internal.entered_timers t)
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
