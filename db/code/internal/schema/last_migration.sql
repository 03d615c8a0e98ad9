-- Gives the file name of the last migration of this database, as 000015.sql.
-- A process asks for it at its start: on a database that is older than itself it does nothing.
create or replace function internal.last_migration() returns text
language sql stable security definer
set search_path = ''
begin atomic
  select max(m.filename) from graphile_migrate.migrations m;
end;
revoke execute on function internal.last_migration() from public;
grant execute on function internal.last_migration() to haat_gateway, haat_worker, haat_dba;
