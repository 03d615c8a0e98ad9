-- The numbers that /metrics shows of the job queue.
-- Gives: jobs by state (due, waiting for their time, running, failed for good), and the age of the oldest due one
-- (seconds).
--
-- By the wall clock, like the queue itself. Owned by the owner of the queue, the only one who may read it whole.
create or replace function internal.job_metrics() returns json
language sql stable security definer
set search_path = ''
as $$
  select json_build_object(
    'states', json_build_object(
      'due', count(*) filter (where j.state = 'due'),
      'waiting', count(*) filter (where j.state = 'waiting'),
      'running', count(*) filter (where j.state = 'running'),
      'failed', count(*) filter (where j.state = 'failed')),
    'oldest_due_seconds', coalesce(
      extract(epoch from clock_timestamp() - min(j.run_at) filter (where j.state = 'due')), 0))
  from (
    select q.run_at,
      case when q.locked_at is not null then 'running'
           when q.attempts >= q.max_attempts then 'failed'
           when q.run_at > clock_timestamp() then 'waiting'
           else 'due' end as state
    from graphile_worker.jobs q
  ) j
$$;
grant execute on function internal.job_metrics() to haat_gatekeeper;
