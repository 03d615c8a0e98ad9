-- The columns and domains that take only some words, with those words: what the staff server shows as enums.
-- Gives: the schema, the table or domain, the column (null for a domain), a name for a list that several columns
-- share, and the words in their order.
-- Raises: nothing.
--
-- The words are defined where they are enforced: in a CHECK that lists them, or as rows of app.order_statuses. A rule
-- that says more than a list is none.
create or replace function internal.closed_lists()
  returns table (schema_name text, relation_name text, column_name text, shared_name text, words text[])
language sql stable security definer rows 100
set search_path = ''
begin atomic
  with rules as (
    select coalesce(c.relnamespace, t.typnamespace) as namespace,
      coalesce(c.relname, t.typname) as relation, a.attname,
      pg_get_constraintdef(r.oid) as rule
    from pg_constraint r
    left join pg_class c on c.oid = r.conrelid
    left join pg_type t on t.oid = r.contypid
    left join pg_attribute a on a.attrelid = r.conrelid and a.attnum = r.conkey[1]
    where r.contype = 'c' and (r.contypid <> 0 or cardinality(r.conkey) = 1)
  )
  select n.nspname::text, r.relation::text, r.attname::text,
    case when r.attname = 'permissions' then 'staff_permission'
      when (r.relation, r.attname) in (('order_calls', 'outcome'), ('orders', 'last_call_outcome')) then 'call_outcome'
      end,
    array(select replace(w[1], '''''', '''')
      from regexp_matches(r.rule, '''((?:[^'']|'''')*)''::text', 'g') with ordinality as m (w, position)
      order by m.position)
  from rules r join pg_namespace n on n.oid = r.namespace
  where n.nspname in ('app', 'staff')
    and r.rule ~ '^CHECK \(\(\w+ (= ANY \(|<@ )ARRAY\[''(''''|[^''])*''::text(, ''(''''|[^''])*''::text)*\]\)+$'
  union all
  select n.nspname::text, c.relname::text, a.attname::text, 'order_status',
    array(select s.status from app.order_statuses s order by s.position)
  from pg_constraint r
  join pg_class c on c.oid = r.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = r.conkey[1]
  where r.contype = 'f' and r.confrelid = 'app.order_statuses'::regclass and cardinality(r.conkey) = 1
  order by 1, 2, 3;
end;
grant execute on function internal.closed_lists() to haat_staff_gateway;
