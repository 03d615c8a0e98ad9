-- Tells whether the key of a running job was added anew: the queue lets it end once, and a new job does what came
-- since.
-- Takes: the id of the job, which had a key when it began.
create or replace function internal.is_replaced(job_id bigint) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from graphile_worker.jobs j
    where j.id = is_replaced.job_id and j.key is null and j.attempts >= j.max_attempts)
$$;
grant execute on function internal.is_replaced(bigint) to haat_worker;
