-- Tells whether npm run migrate is at work in this database: then the schema is not yet what is recorded of it, and
-- the hashes of the journal may still be those of the columns of before.
--
-- By the lock that it holds (db/migrate/migrate.ts).
create or replace function internal.is_migrating() returns boolean
language sql stable
begin atomic
  select exists (
    select from pg_catalog.pg_locks l
    join pg_catalog.pg_database d on d.oid = l.database
    where d.datname = pg_catalog.current_database() and l.locktype = 'advisory' and l.classid = 0
      and l.objid = 4228004 and l.objsubid = 1 and l.granted and l.pid <> pg_catalog.pg_backend_pid());
end;
grant execute on function internal.is_migrating() to haat_dba;
