-- What ledger.audit() looks at: every view and function of this schema whose name begins with check_.
-- Each gives the rows that break its invariant, none when all is sound.
create or replace view ledger.checks with (security_invoker = true) as
select k.name, split_part(k.comment, E'\nTakes: ', 1) as invariant, k.query, k.key, k.parts,
  case k.name when 'check_jobs' then 'leftovers' else 'damage' end as finds, k.has_shares
from (
  select c.relname::text as name, obj_description(c.oid, 'pg_class') as comment,
    format('select * from ledger.%I', c.relname) as query,
    (select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attname in ('order_id', 'variant_id')) as key,
    1 as parts, false as has_shares
  from pg_catalog.pg_class c
  where c.relnamespace = 'ledger'::regnamespace and c.relkind = 'v' and c.relname like 'check\_%'
  union all
  select p.proname::text, obj_description(p.oid, 'pg_proc'), format('select * from ledger.%I()', p.proname),
    case when 'since' = any (p.proargnames) then 'since' end,
    case when p.pronargs = 0 then 1
      else least(100, 1 + greatest(0, t.reltuples / 100000, g.reltuples / 10000))::integer end,
    coalesce('shares' = any (p.proargnames), false)
  from pg_catalog.pg_proc p
  cross join pg_catalog.pg_class t
  cross join pg_catalog.pg_class g
  where t.oid = 'app.stock_movements'::regclass and g.oid = 'app.products'::regclass
    and p.pronamespace = 'ledger'::regnamespace and p.pronargs = p.pronargdefaults and p.proname like 'check\_%'
) k;
comment on column ledger.checks.name is 'Name of the view or function.';
comment on column ledger.checks.invariant is 'What must hold.';
comment on column ledger.checks.query is 'How to run it alone.';
comment on column ledger.checks.key is
  'order_id or variant_id: the column to ask it for one order or variant by; since: it can be asked for what changed '
  'since a time; null when it always reads everything.';
comment on column ledger.checks.parts is
  'In how many parts npm run audit asks it, each a short statement of its own; 1 when it cannot be divided.';
comment on column ledger.checks.has_shares is
  'Whether it can be asked for a share of the audits and what was touched since the one before (ledger.audit).';
comment on column ledger.checks.finds is
  'damage: the books or what guards them are not as they should be. leftovers: work that was left undone, which harms '
  'no book.';
grant select on ledger.checks to haat_dba;
