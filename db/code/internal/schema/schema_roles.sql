-- Gives the roles of the release, who is a member of which, and what is granted by default. A part of
-- internal.schema_objects.
create or replace function internal.schema_roles() returns table (kind text, object text, definition text)
language sql stable rows 30
set search_path = ''
as $$
  with schemas as (
    select n.oid, n.nspname from pg_catalog.pg_namespace n
    where n.nspname in ('app', 'api', 'gate', 'internal', 'ledger', 'staff', 'numbers', 'public', 'graphile_worker',
      'graphile_migrate')
  )
  select 'default privileges' as kind,
    concat_ws(' ', pg_catalog.pg_get_userbyid(d.defaclrole), s.nspname, d.defaclobjtype),
    d.defaclacl::text
  from pg_catalog.pg_default_acl d left join schemas s on s.oid = d.defaclnamespace
  where d.defaclnamespace = 0 or s.oid is not null
  union all
  select 'role', r.rolname::text, concat_ws(', ', case when r.rolsuper then 'superuser' end,
    case when r.rolbypassrls then 'bypasses row security' end, case when r.rolcreaterole then 'creates roles' end,
    case when r.rolcreatedb then 'creates databases' end, case when r.rolreplication then 'replicates' end,
    case when r.rolinherit then 'inherits' end, case when r.rolcanlogin then 'logs in' end)
  from pg_catalog.pg_roles r where r.rolname like 'haat\_%'
  union all
  -- People get haat_dba by name, and administrators may take on any role: neither is part of the release.
  select 'membership', g.rolname || ' granted to ' || m.rolname,
    concat_ws(', ',
      case when bool_or(a.inherit_option) then 'inherits' end,
      case when bool_or(a.set_option) then 'may become it' end,
      case when bool_or(a.admin_option) then 'may grant it' end)
  from pg_catalog.pg_auth_members a
  join pg_catalog.pg_roles g on g.oid = a.roleid
  join pg_catalog.pg_roles m on m.oid = a.member
  where (m.rolname like 'haat\_%' or g.rolname like 'haat\_%' and g.rolname <> 'haat_dba')
    and not (m.rolname not like 'haat\_%' and (m.rolsuper or m.rolcreaterole))
  -- Several administrators may have granted the same.
  group by g.rolname, m.rolname
$$;
grant execute on function internal.schema_roles() to haat_dba;
