-- Frees the jobs of workers that no longer live, for the others.
-- Takes: the ids under which the workers lock jobs.
--
-- A job whose key was added anew while it ran has lost the key and has no attempt left: the queue lets it end once and
-- has the new one do what came since. Killed meanwhile, it would look for ever like one that was given up. What it was
-- to do, the new job does. A job that never had a key is added again where its work is still due
-- (internal.wake_workers).
create or replace function internal.free_workers(worker_ids text[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_replaced constant bigint[] := array(
    select j.id from graphile_worker.jobs j
    where j.locked_by = any (worker_ids) and j.key is null and j.attempts >= j.max_attempts);
begin
  perform graphile_worker.force_unlock_workers(worker_ids);
  perform graphile_worker.complete_jobs(v_replaced);
end
$$;
