-- Takes: a task, its payload and, or null, a key that replaces the waiting job of the same key, when to run and a
-- queue whose jobs run one by one.
-- Adds the job.
--
-- Jobs are written in the transaction of what causes them. The queue lives by the wall clock, business by internal.now(),
-- so a moment of the one is put as far ahead in the other.
create or replace function internal.enqueue(task text, payload json default '{}', job_key text default null, run_at timestamptz default null, queue text default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform graphile_worker.add_job(enqueue.task, enqueue.payload, job_key => enqueue.job_key, queue_name => enqueue.queue,
    run_at => clock_timestamp() + (enqueue.run_at - internal.now()));
end
$$;
grant execute on function internal.enqueue(text, json, text, timestamptz, text) to haat_gatekeeper, haat_worker;
