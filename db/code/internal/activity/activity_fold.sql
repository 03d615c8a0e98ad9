-- Gives the id of what an entry of the activity is told in one line with: the job, whose lines are many requests, or
-- the test store; null where it stands for itself.
-- Takes: the entry, and the ids of the test stores.
--
-- A list passes over each line of a job that was told: to match and cut takes a quarter of what capturing takes.
create or replace function internal.activity_fold(request_id text, store_id uuid, test_stores uuid[]) returns text
language sql immutable parallel safe
return coalesce(
  case when request_id ~ '^job_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_' then substr(request_id, 5, 36) end,
  case when store_id = any (test_stores) then store_id::text end);
grant execute on function internal.activity_fold(text, uuid, uuid[]) to haat_staff;
