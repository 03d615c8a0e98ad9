create or replace view ledger.check_seals with (security_invoker = true) as
select s.company_id, null::uuid as store_id,
  format('seal %s', s.seal) || case when s.variant_id is null then '' else format(', variant %s at location %s, sequence %s', s.variant_id, s.location_id, s.sequence) end as object,
  s.problem as found, 'as sealed' || coalesce(' at ' || s.sealed_at, '') as expected
from ledger.verify_seals() s;
comment on view ledger.check_seals is 'The ledger is as it was sealed: the first row or seal of each company that is not.';
comment on column ledger.check_seals.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_seals.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_seals.object is 'What is wrong.';
comment on column ledger.check_seals.found is 'What stands there.';
comment on column ledger.check_seals.expected is 'What should.';
grant select on ledger.check_seals to haat_dba;
