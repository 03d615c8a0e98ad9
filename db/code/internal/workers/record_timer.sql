-- Notes that a timer has run without an error.
-- Takes: the name of the timer.
create or replace function internal.record_timer(name text) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  insert into internal.timer_runs as r (name, finished_at) values (record_timer.name, clock_timestamp())
  on conflict on constraint timer_runs_pkey do update set finished_at = excluded.finished_at;
end;
grant execute on function internal.record_timer(text) to haat_worker;
