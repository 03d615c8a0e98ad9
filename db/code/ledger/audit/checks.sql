-- What ledger.audit() looks at: every view and function of this schema whose name begins with check_.
-- Each gives the rows that break its invariant, none when all is sound.
create or replace view ledger.checks with (security_invoker = true) as
select c.relname::text as name, obj_description(c.oid, 'pg_class') as invariant,
  format('select * from ledger.%I', c.relname) as query
from pg_catalog.pg_class c
where c.relnamespace = 'ledger'::regnamespace and c.relkind = 'v' and c.relname like 'check\_%'
union all
select p.proname::text, obj_description(p.oid, 'pg_proc'), format('select * from ledger.%I()', p.proname)
from pg_catalog.pg_proc p
where p.pronamespace = 'ledger'::regnamespace and p.pronargs = 0 and p.proname like 'check\_%';
comment on column ledger.checks.name is 'Name of the view or function.';
comment on column ledger.checks.invariant is 'What must hold.';
comment on column ledger.checks.query is 'How to run it alone.';
grant select on ledger.checks to haat_dba;
