-- Adds a job for the workers.
-- Takes: the task, its payload and, each optional, a key that replaces the waiting job of the same key, the time to
-- run, and a queue whose jobs run one after the other.
--
-- A job is written in the transaction of what causes it. The queue uses the wall clock, business rules use
-- internal.now(): a time of the one is moved by the difference into the other.
create or replace function internal.enqueue(task text, payload json default '{}', job_key text default null,
  run_at timestamptz default null, queue text default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform graphile_worker.add_job(
    enqueue.task,
    enqueue.payload,
    job_key => enqueue.job_key,
    queue_name => enqueue.queue,
    run_at => clock_timestamp() + (enqueue.run_at - internal.now()));
end
$$;
grant execute on function internal.enqueue(text, json, text, timestamptz, text) to haat_gatekeeper, haat_worker;
