-- Gives who may do what with what the release made: grants, default privileges, roles and memberships. A part of
-- internal.schema_objects.
create or replace function internal.schema_rights() returns table (kind text, object text, definition text)
language sql stable rows 1000
set search_path = ''
as $$
  with schemas as (
    select n.oid, n.nspname, n.nspowner, n.nspacl from pg_catalog.pg_namespace n
    where n.nspname in ('app', 'api', 'gate', 'internal', 'ledger', 'staff', 'public')
  ), relations as (
    select c.*, c.oid::regclass::text as name from pg_catalog.pg_class c join schemas s on s.oid = c.relnamespace
  ), functions as (
    select p.*, p.oid::regprocedure::text as name from pg_catalog.pg_proc p join schemas s on s.oid = p.pronamespace
    where p.prokind in ('f', 'p')
  )
  select 'grant', x.object || ' to ' || coalesce(r.rolname, 'public'),
    string_agg(e.privilege_type || case when e.is_grantable then ' with grant option' else '' end, ', '
      order by e.privilege_type, e.is_grantable)
  from (
    select 'schema ' || s.nspname as object, s.nspowner as owner,
      coalesce(s.nspacl, pg_catalog.acldefault('n', s.nspowner)) as acl from schemas s
    union all
    select 'relation ' || c.name, c.relowner,
      coalesce(c.relacl, pg_catalog.acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))
    from relations c where c.relkind in ('r', 'p', 'v', 'm', 'S')
    union all
    select 'column ' || c.name || '.' || a.attname, c.relowner, a.attacl
    from relations c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attacl is not null
    union all
    select 'function ' || f.name, f.proowner, coalesce(f.proacl, pg_catalog.acldefault('f', f.proowner))
    from functions f
  ) x
  cross join pg_catalog.aclexplode(x.acl) e
  left join pg_catalog.pg_roles r on r.oid = e.grantee
  where e.grantee <> x.owner
  group by x.object, r.rolname
  union all
  select 'default privileges',
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
grant execute on function internal.schema_rights() to haat_dba;
