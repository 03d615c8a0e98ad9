-- Gives who may do more with the database itself than connect as a role of ours, one row a right.
-- A restore without "-C" opens the database to every login again; npm run migrate closes it. haat_owner may create
-- schemas in a database that belongs to another.
create or replace function internal.find_open_database() returns table (object text, problem text)
language sql stable rows 1
begin atomic
  select 'database ' || d.datname, coalesce(r.rolname, 'everybody') || ' may ' || lower(e.privilege_type)
    || '; npm run migrate takes that away'
  from pg_catalog.pg_database d
  cross join pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) e
  left join pg_catalog.pg_roles r on r.oid = e.grantee
  where d.datname = current_database()
    and (e.grantee = 0 or r.rolname like 'haat\_%' and e.grantee <> d.datdba and e.privilege_type <> 'CONNECT'
      and not (r.rolname = 'haat_owner' and e.privilege_type = 'CREATE'));
end;
grant execute on function internal.find_open_database() to haat_gateway, haat_staff_gateway, haat_worker, haat_dba;
