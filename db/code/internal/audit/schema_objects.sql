-- Gives every object that the release made in this database, as the catalog shows it now: schemas, tables, columns,
-- constraints, indexes, triggers, rules, policies, views, functions, sequences, grants and roles.
-- Gives: kind, name and definition; a definition longer than 300 characters is given as its MD5.
--
-- Names and no numbers, so that a restored or cloned database reads the same. Access lists are sorted, and default
-- grants are written out. The sequences of order numbers are made with their stores and are left out.
create or replace function internal.schema_objects() returns table (kind text, object text, definition text)
language sql stable
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
  ), made as (
    select 'schema' as kind, s.nspname::text as object, 'of ' || pg_catalog.pg_get_userbyid(s.nspowner) as definition
    from schemas s
    union all
    select case c.relkind when 'v' then 'view' when 'S' then 'sequence' when 'c' then 'type' else 'table' end, c.name,
      concat_ws(', ', 'of ' || pg_catalog.pg_get_userbyid(c.relowner), c.reloptions::text, c.relpersistence,
        case when c.relrowsecurity then 'row security' end, case when c.relforcerowsecurity then 'forced' end,
        case when c.relkind = 'v' then pg_catalog.pg_get_viewdef(c.oid) end)
    from relations c where c.relkind in ('r', 'p', 'v', 'm', 'S', 'c')
    union all
    select 'column', c.name || '.' || a.attname,
      concat_ws(' ', pg_catalog.format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
        nullif(a.attidentity, ''), nullif(a.attgenerated, ''), pg_catalog.pg_get_expr(d.adbin, d.adrelid))
    from relations c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p', 'c')
    union all
    -- A foreign key is checked by triggers of its own, which can be switched off one by one.
    select 'constraint',
      k.conname || ' on ' || coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text),
      concat_ws(' ',
        pg_catalog.pg_get_constraintdef(k.oid),
        case when not k.convalidated then 'not validated' end,
        case when not k.conenforced then 'not enforced' end,
        (select 'switched off' from pg_catalog.pg_trigger t
         where t.tgconstraint = k.oid and t.tgenabled <> 'O' limit 1))
    from pg_catalog.pg_constraint k join schemas s on s.oid = k.connamespace
    union all
    select 'index', c.name, concat_ws(' ', pg_catalog.pg_get_indexdef(c.oid),
      case when not (i.indisvalid and i.indisready) then 'not valid' end)
    from relations c join pg_catalog.pg_index i on i.indexrelid = c.oid
    union all
    select 'trigger', t.tgname || ' on ' || c.name,
      concat_ws(' ',
        pg_catalog.pg_get_triggerdef(t.oid),
        case t.tgenabled when 'O' then null else format('state %s', t.tgenabled) end)
    from pg_catalog.pg_trigger t join relations c on c.oid = t.tgrelid where not t.tgisinternal
    union all
    select 'rule', r.rulename || ' on ' || c.name, pg_catalog.pg_get_ruledef(r.oid)
    from pg_catalog.pg_rewrite r join relations c on c.oid = r.ev_class where c.relkind <> 'v'
    union all
    select 'policy', p.polname || ' on ' || c.name,
      concat_ws(' ', case when p.polpermissive then 'permissive' else 'restrictive' end, 'for', p.polcmd, 'to',
        (select string_agg(case u.role when 0 then 'public' else pg_catalog.pg_get_userbyid(u.role) end, ', '
           order by pg_catalog.pg_get_userbyid(u.role)) from unnest(p.polroles) as u (role)),
        'using ' || pg_catalog.pg_get_expr(p.polqual, p.polrelid),
        'with check ' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid))
    from pg_catalog.pg_policy p join relations c on c.oid = p.polrelid
    union all
    select 'function', f.name,
      concat_ws(' ', 'of', pg_catalog.pg_get_userbyid(f.proowner), pg_catalog.pg_get_functiondef(f.oid))
    from functions f
    union all
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
        case when a.inherit_option then 'inherits' end,
        case when a.set_option then 'may become it' end,
        case when a.admin_option then 'may grant it' end)
    from pg_catalog.pg_auth_members a
    join pg_catalog.pg_roles g on g.oid = a.roleid
    join pg_catalog.pg_roles m on m.oid = a.member
    where (m.rolname like 'haat\_%' or g.rolname like 'haat\_%' and g.rolname <> 'haat_dba')
      and not (m.rolname not like 'haat\_%' and (m.rolsuper or m.rolcreaterole))
  )
  select m.kind, m.object, case when length(m.definition) > 300 then 'md5 ' || md5(m.definition) else m.definition end
  from made m
$$;
grant execute on function internal.schema_objects() to haat_dba;
