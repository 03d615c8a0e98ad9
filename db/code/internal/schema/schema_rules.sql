-- Gives the definitions of what holds in the tables that the release made, and what is done there: constraints,
-- indexes, triggers, rules, policies and functions. A part of internal.schema_objects.
create or replace function internal.schema_rules() returns table (kind text, object text, definition text)
language sql stable rows 4000
set search_path = ''
as $$
  with schemas as (
    select n.oid, n.nspname, n.nspowner, n.nspacl from pg_catalog.pg_namespace n
    where n.nspname in ('app', 'api', 'gate', 'internal', 'ledger', 'staff', 'numbers', 'public', 'extensions',
      'graphile_worker', 'graphile_migrate')
  ), members as (
    -- What an extension made is its own: another minor version of Postgres may bring others.
    select d.classid, d.objid from pg_catalog.pg_depend d where d.deptype = 'e'
  ), relations as (
    select c.*, c.oid::regclass::text as name from pg_catalog.pg_class c join schemas s on s.oid = c.relnamespace
    where (s.nspname <> 'numbers' or c.relkind <> 'S')
      and ('pg_class'::regclass, c.oid) not in (select m.classid, m.objid from members m)
  ), functions as (
    select p.*, p.oid::regprocedure::text as name from pg_catalog.pg_proc p join schemas s on s.oid = p.pronamespace
    where p.prokind in ('f', 'p') and ('pg_proc'::regclass, p.oid) not in (select m.classid, m.objid from members m)
  )
  -- A foreign key is checked by triggers of its own, which can be switched off one by one.
  select 'constraint' as kind,
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
$$;
grant execute on function internal.schema_rules() to haat_dba;
