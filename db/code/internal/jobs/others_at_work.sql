-- Counts the transactions of the API and of staff in this database right now. Jobs and exports rest where there are
-- some, and go on beside a backup, autovacuum, a person in psql and other workers.
--
-- A transaction that has asked before would be told of the same others again, hence the first statement. What a
-- session is doing is seen by few roles, and its login and its locks by all.
create or replace function internal.others_at_work() returns integer
language sql volatile security definer
set search_path = ''
begin atomic
  select pg_stat_clear_snapshot();
  select count(*)::integer
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'virtualxid' and l.granted and l.mode = 'ExclusiveLock' and l.pid <> pg_backend_pid()
    and a.datname = current_database()
    -- The names are seen only where all processes have one login.
    and (a.usename in ('haat_gateway', 'haat_staff_gateway') or a.application_name in ('haat api', 'haat staff'));
end;
grant execute on function internal.others_at_work() to haat_worker;
