-- Gives the definitions of what the release made, that of the job queue and of the migrations too: schemas,
-- extensions, tables, columns, views, sequences and domains. A part of internal.schema_objects.
create or replace function internal.schema_definitions() returns table (kind text, object text, definition text)
language sql stable rows 3000
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
  )
  select 'schema' as kind, s.nspname::text as object, 'of ' || pg_catalog.pg_get_userbyid(s.nspowner) as definition
  from schemas s
  union all
  select 'extension', e.extname::text, 'in ' || s.nspname
  from pg_catalog.pg_extension e join schemas s on s.oid = e.extnamespace
  union all
  select 'event trigger', e.evtname::text, concat_ws(' ', e.evtevent, e.evtfoid::regproc, e.evtenabled)
  from pg_catalog.pg_event_trigger e
  union all
  select case c.relkind when 'v' then 'view' when 'S' then 'sequence' when 'c' then 'type' else 'table' end, c.name,
    concat_ws(', ', 'of ' || pg_catalog.pg_get_userbyid(c.relowner), c.reloptions::text, c.relpersistence,
      case when c.relrowsecurity then 'row security' end, case when c.relforcerowsecurity then 'forced' end,
      case when c.relkind in ('v', 'm') then pg_catalog.pg_get_viewdef(c.oid) end,
      (select format('from %s to %s by %s of %s', q.seqmin, q.seqmax, q.seqincrement, q.seqtypid::regtype)
       from pg_catalog.pg_sequence q where q.seqrelid = c.oid))
  from relations c where c.relkind in ('r', 'p', 'v', 'm', 'S', 'c', 'f')
  union all
  select 'domain', t.oid::regtype::text, concat_ws(' ', 'of', pg_catalog.pg_get_userbyid(t.typowner),
    pg_catalog.format_type(t.typbasetype, t.typtypmod), case when t.typnotnull then 'not null' end, t.typdefault)
  from pg_catalog.pg_type t join schemas s on s.oid = t.typnamespace where t.typtype = 'd'
  union all
  select 'column', c.name || '.' || a.attname,
    concat_ws(' ', pg_catalog.format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      nullif(a.attidentity, ''), nullif(a.attgenerated, ''), pg_catalog.pg_get_expr(d.adbin, d.adrelid))
  from relations c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p', 'c', 'f')
$$;
grant execute on function internal.schema_definitions() to haat_dba;
