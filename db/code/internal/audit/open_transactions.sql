-- Gives: the numbers of the transactions that have written to this database and have not ended, our own left out.
create or replace function internal.open_transactions() returns text[]
language sql volatile
set search_path = ''
as $$
  select coalesce(array_agg(x.number), '{}')
  from (
    select l.transactionid::text as number
    from pg_catalog.pg_locks l
    join pg_catalog.pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
      and a.datname = current_database() and l.pid <> pg_backend_pid()
    union all
    select p.transaction::text from pg_catalog.pg_prepared_xacts p where p.database = current_database()
  ) x
$$;
grant execute on function internal.open_transactions() to haat_gatekeeper;
