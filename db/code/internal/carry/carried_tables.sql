-- Gives the tables whose rows go along when a company leaves for another database: by its files (npm run haat --
-- company export --complete, company import).
-- Gives: the table; which of its rows are the company's, with %1$L for its id; its columns that are written, and their
-- types; and whether its key is made anew, since it only counts.
--
-- Found in the catalog, so that a new table goes along by itself: what has a company_id, and what hangs on such a row.
-- What stays, and why, is in internal.uncarried_tables; a test asks that each table is in one of the two.
create or replace function internal.carried_tables()
  returns table (table_name text, condition text, columns text[], types text[], has_new_keys boolean)
language sql stable rows 80
set search_path = ''
begin atomic
  select t.table_name, h.condition, array_agg(a.attname::text order by a.attnum),
    array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum), t.has_new_keys
  from (
    select c.oid, c.oid::regclass::text as table_name, internal.has_column(c.oid, 'company_id') as has_company,
      exists (
        select from pg_catalog.pg_index i
        join pg_catalog.pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0] and k.attidentity <> ''
        where i.indrelid = c.oid and i.indisprimary and i.indnkeyatts = 1) as has_new_keys
    from pg_catalog.pg_class c
    where c.relnamespace in ('app'::regnamespace, 'internal'::regnamespace, 'gate'::regnamespace)
      and c.relkind in ('r', 'p') and not c.relispartition
  ) t
  left join (values
    ('app.companies', 'id = %1$L'),
    ('internal.seal_heads', 'chain = %1$L'),
    ('internal.archived_movements', 'variant_id in (select v.id from app.variants v where v.company_id = %1$L)')
  ) as k (table_name, condition) on k.table_name = t.table_name
  cross join lateral (
    select coalesce(k.condition, case when t.has_company then 'company_id = %1$L' end) as condition) h
  join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and not (t.has_new_keys and a.attidentity <> '')
  where h.condition is not null
    and not exists (select from internal.uncarried_tables u where u.table_name = t.table_name)
  group by t.table_name, h.condition, t.has_new_keys
  order by t.table_name;
end;
