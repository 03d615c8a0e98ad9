-- Gives who may do what with what the release made, and what our roles may do elsewhere. A part of
-- internal.schema_objects.
create or replace function internal.schema_rights() returns table (kind text, object text, definition text)
language sql stable rows 1000
set search_path = ''
as $$
  with schemas as (
    select n.oid, n.nspname, n.nspowner, n.nspacl from pg_catalog.pg_namespace n
    where n.nspname in ('app', 'api', 'gate', 'internal', 'ledger', 'staff', 'numbers', 'public', 'graphile_worker',
      'graphile_migrate')
  ), relations as (
    select c.*, c.oid::regclass::text as name from pg_catalog.pg_class c join schemas s on s.oid = c.relnamespace
    where s.nspname <> 'numbers' or c.relkind <> 'S' or c.relacl is not null
  ), functions as (
    select p.*, p.oid::regprocedure::text as name from pg_catalog.pg_proc p join schemas s on s.oid = p.pronamespace
    where p.prokind in ('f', 'p')
  ), granted as (
    -- What is not ours: only what our roles were given there, by a grant of its own.
    select 'schema ' || n.nspname as object, n.nspowner as owner, n.nspacl as acl, n.oid as namespace
    from pg_catalog.pg_namespace n
    union all
    select 'relation ' || c.oid::regclass, c.relowner, c.relacl, c.relnamespace from pg_catalog.pg_class c
    union all
    select format('column %s.%s', a.attrelid::regclass, a.attname), c.relowner, a.attacl, c.relnamespace
    from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid where a.attacl is not null
    union all
    select 'function ' || p.oid::regprocedure, p.proowner, p.proacl, p.pronamespace
    from pg_catalog.pg_proc p where p.proacl is not null and p.proname !~ 'advisory'
    union all
    select 'parameter ' || m.parname, 10, m.paracl, 0 from pg_catalog.pg_parameter_acl m
    union all
    select 'language ' || l.lanname, l.lanowner, l.lanacl, 0 from pg_catalog.pg_language l
    union all
    select 'database', d.datdba, d.datacl, 0 from pg_catalog.pg_database d where d.datname = current_database()
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
  -- Who owns the database depends on the server, and people may give haat_dba more to read.
  select 'grant', g.object || ' to ' || r.rolname,
    string_agg(e.privilege_type || case when e.is_grantable then ' with grant option' else '' end, ', '
      order by e.privilege_type, e.is_grantable)
  from granted g
  cross join pg_catalog.aclexplode(g.acl) e
  join pg_catalog.pg_roles r on r.oid = e.grantee
  where r.rolname like 'haat\_%' and r.rolname not in ('haat_owner', 'haat_dba')
    and g.namespace not in (select s.oid from schemas s)
  group by g.object, r.rolname
$$;
grant execute on function internal.schema_rights() to haat_dba;
