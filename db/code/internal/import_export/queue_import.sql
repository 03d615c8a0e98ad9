-- Has the workers run an import whose lines have all arrived.
-- Takes: its job, of who acts here.
-- Raises: HT100 (no such job receives lines), HT008 (body: it has no line), HT012 (the plan's lines a day).
create or replace function internal.queue_import(job_id uuid) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  select internal.queue_job(queue_import.job_id);
end;
grant execute on function internal.queue_import(uuid) to haat_staff;
