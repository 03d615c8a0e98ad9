-- Gives a query for each table of one company's data, by which "company export" writes them out.
-- Takes: the company.
-- Gives: the table, its columns, and its query: each row as JSON, and the keys of the files that the row names.
-- Raises: nothing.
--
-- Found in the catalog, so that a new table is exported by itself: whatever has a company_id, the company, its plan.
-- haat_dba reads no hash, secret or kept answer, and neither does an export: what it may not read is left out.
create or replace function internal.export_queries(company_id uuid)
  returns table (name text, columns text[], query text)
language sql stable rows 50
set search_path = ''
begin atomic
  select t.name, t.names, format('select row_to_json(r)::text as row, array_remove(array[%s]::text[], null) as media '
      'from (select %s from %s where %I = %s) r',
      coalesce(t.media, ''), t.columns, t.name, t.tenant_column, t.tenant_value)
  from (
    select c.oid::regclass::text as name,
      array_agg(a.attname::text order by a.attnum) as names,
      string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns,
      string_agg(format('%I', a.attname), ', ' order by a.attnum)
        filter (where a.attname = any (internal.media_columns(c.oid))) as media,
      case when bool_or(a.attname = 'company_id') then 'company_id' else 'id' end as tenant_column,
      case c.relname
        when 'plans' then format('(select k.plan_id from app.companies k where k.id = %L)', export_queries.company_id)
        else format('%L', export_queries.company_id)
      end as tenant_value
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and pg_catalog.has_column_privilege('haat_dba', c.oid, a.attnum, 'select')
    group by c.oid, c.relname
    having bool_or(a.attname = 'company_id') or c.relname in ('companies', 'plans')
  ) t
  order by t.name;
end;
