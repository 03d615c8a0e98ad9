-- Gives the query of a check, with company and store by name.
-- Takes: the check, and what changed (see ledger.audit), which is then the parameter of the query; null to ask the
-- check whole. Then which part of how many, where it can be divided; and which share of how many, null for the whole.
--
-- Company and store are asked for too: many an index begins with them. "offset 0" keeps the check whole inside: one
-- order or variant at a time then reaches its groups and joins. That costs some fifty times what it costs among all,
-- so where more than one in fifty changed the check is asked whole.
create or replace function internal.audit_query(check_name text, changed jsonb, part integer, parts integer,
  share integer default null, shares integer default null) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'select %L, coalesce(c.name, k.company_id::text), coalesce(s.name, k.store_id::text), k.object, k.found, k.expected
     from (%s) k
     left join app.companies c on c.id = k.company_id
     left join app.stores s on s.id = k.store_id',
    k.name,
    case
      when k.key in ('order_id', 'variant_id') and (audit_query.share is not null
          or jsonb_array_length(changed -> k.key) <= greatest(100, t.reltuples / 50)) then format(
        'select r.* from %s cross join lateral (%s q
           where q.company_id = x.company_id and q.store_id = x.store_id and q.%I = x.id offset 0) r',
        case
          when audit_query.share is null then format(
            'jsonb_to_recordset($1 -> %L) x (id uuid, company_id uuid, store_id uuid)', k.key)
          else format('internal.%s(%s, %s) x',
            case k.key when 'order_id' then 'audited_orders' else 'audited_variants' end, audit_query.share,
            audit_query.shares) end,
        k.query, k.key)
      else replace(k.query, '()', format('(%s)', concat_ws(', ',
        case when k.parts > 1 or k.has_shares then
          format('part => %s, parts => %s', audit_query.part, audit_query.parts) end,
        case when k.key = 'since' and changed is not null then 'since => internal.last_sealed_at()' end,
        case when k.has_shares and audit_query.share is not null then
          format('share => %s, shares => %s', audit_query.share, audit_query.shares) end))) end)
  from ledger.checks k
  left join pg_catalog.pg_class t
    on t.oid = case k.key when 'order_id' then 'app.orders'::regclass else 'app.variants'::regclass end
  where k.name = audit_query.check_name
$$;
grant execute on function internal.audit_query(text, jsonb, integer, integer, integer, integer) to haat_dba;
