-- Gives the foreign keys of schema app as pieces of SQL, from which the checks of the ledger are built.
--
-- c is the child, p the parent. The pieces say what identifies the parent and in which columns the two must agree.
create or replace function internal.foreign_keys() returns table (child text, parent text, child_label text,
  child_columns text, child_values text, company_expression text, store_expression text, not_null_condition text,
  join_condition text, tenant_condition text, maps_store boolean)
language sql stable rows 100
begin atomic
  with keys as (
    select k.oid, k.conrelid, k.confrelid, a.attname as child_column, b.attname as parent_column, u.n,
      -- Where the parent has an id of its own, that identifies it; company and store beside it are the fence.
      b.attname in ('company_id', 'store_id') and exists (
        select from pg_catalog.pg_attribute i
        where i.attrelid = k.confrelid and i.attname = 'id' and i.attnum = any (k.confkey)
      ) as is_fence
    from pg_catalog.pg_constraint k
    cross join lateral unnest(k.conkey, k.confkey) with ordinality as u (child_number, parent_number, n)
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.child_number
    join pg_catalog.pg_attribute b on b.attrelid = k.confrelid and b.attnum = u.parent_number
    where k.contype = 'f' and k.connamespace = 'app'::regnamespace
  ), labels as (
    select i.indrelid, string_agg(format('c.%I', a.attname), ', ' order by a.attnum) as columns
    from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indisprimary
    group by i.indrelid
  )
  select
    k.conrelid::regclass::text,
    k.confrelid::regclass::text,
    format('concat_ws('' '', %s)', any_value(l.columns)),
    string_agg(k.child_column, ', ' order by k.n) filter (where not k.is_fence),
    string_agg(format('c.%I', k.child_column), ', ' order by k.n) filter (where not k.is_fence),
    case when internal.has_column(k.conrelid, 'company_id') then 'c.company_id'
         when k.conrelid = 'app.companies'::regclass then 'c.id'
         else 'null::uuid' end,
    case when internal.has_column(k.conrelid, 'store_id') then 'c.store_id' else 'null::uuid' end,
    string_agg(format('c.%I is not null', k.child_column), ' and ' order by k.n) filter (where not k.is_fence),
    string_agg(format('p.%I = c.%I', k.parent_column, k.child_column), ' and ' order by k.n)
      filter (where not k.is_fence),
    case when internal.has_column(k.conrelid, 'company_id') and internal.has_column(k.confrelid, 'company_id') then
      'p.company_id <> c.company_id'
      || case when bool_or(k.is_fence and k.parent_column = 'store_id')
           then ' or p.store_id <> c.store_id' else '' end end,
    bool_or(k.is_fence and k.parent_column = 'store_id')
  from keys k
  join labels l on l.indrelid = k.conrelid
  group by k.oid, k.conrelid, k.confrelid;
end;
grant execute on function internal.foreign_keys() to haat_dba;
