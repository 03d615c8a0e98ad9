-- Gives the query of a check, with company and store by name.
-- Takes: the check, and whether it is asked for what changed only: then the query takes {order_id: [..], variant_id:
-- [..]} as its parameter, and asks the check for each by its key.
--
-- "offset 0" keeps the check whole inside: one order or variant at a time then reaches its groups and joins.
create or replace function internal.audit_query(check_name text, changed_only boolean) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'select %L, coalesce(c.name, k.company_id::text), coalesce(s.name, k.store_id::text), k.object, k.found, k.expected
     from (%s) k
     left join app.companies c on c.id = k.company_id
     left join app.stores s on s.id = k.store_id',
    k.name,
    case when changed_only and k.key is not null then format(
      'select r.* from jsonb_array_elements_text(nullif($1 -> %L, %L)) x (id)
       cross join lateral (%s q where q.%I = x.id::uuid offset 0) r', k.key, 'null', k.query, k.key)
    else k.query end)
  from ledger.checks k
  where k.name = audit_query.check_name
$$;
grant execute on function internal.audit_query(text, boolean) to haat_dba;
