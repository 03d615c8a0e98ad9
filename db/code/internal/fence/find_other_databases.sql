-- Gives the other databases of the server that every login may enter, and the statement that closes each. None has
-- anything of ours, but in there a stolen login may make temporary tables and large objects, and take locks by number.
create or replace function internal.find_other_databases() returns table (object text, remedy text)
language sql stable rows 1
begin atomic
  select 'database ' || d.datname, format('revoke connect on database %I from public', d.datname)
  from pg_catalog.pg_database d
  cross join pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) e
  where d.datname <> current_database() and d.datallowconn and e.grantee = 0 and e.privilege_type = 'CONNECT'
  order by d.datname;
end;
grant execute on function internal.find_other_databases() to haat_gateway, haat_staff_gateway, haat_worker, haat_dba;
