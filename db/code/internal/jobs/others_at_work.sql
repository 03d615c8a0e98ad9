-- Counts the others who are in a transaction of this database right now. Jobs and exports rest where there are some.
--
-- A transaction that has asked before would be told of the same others again, hence the first statement.
create or replace function internal.others_at_work() returns integer
language sql volatile security definer
set search_path = ''
begin atomic
  select pg_stat_clear_snapshot();
  select count(*)::integer
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'virtualxid' and l.granted and l.mode = 'ExclusiveLock' and l.pid <> pg_backend_pid()
    and a.datname = current_database();
end;
grant execute on function internal.others_at_work() to haat_worker;
