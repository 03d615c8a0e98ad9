-- Notes that a whole audit has run to its end, and forgets those of more than 400 days ago.
-- Takes: when it began (wall clock), and the names of the checks that found something wrong; none when all is sound.
--
-- The role that audits may write nothing, so npm run audit calls this as haat_worker. An audit of a part of the books
-- is not noted: it would hide that the rest was not checked.
create or replace function internal.record_audit(started_at timestamptz, broken_checks text[]) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  delete from internal.audit_runs r where r.finished_at < clock_timestamp() - interval '400 days';
  insert into internal.audit_runs (started_at, finished_at, broken_checks)
  values (record_audit.started_at, greatest(clock_timestamp(), record_audit.started_at), record_audit.broken_checks);
end;
grant execute on function internal.record_audit(timestamptz, text[]) to haat_worker;
