-- The ledger is as it was sealed: the first row or seal of each company that is not.
create or replace view ledger.check_seals with (security_invoker = true) as
select s.company_id, null::uuid as store_id,
  format('seal %s', s.seal) || case when s.variant_id is null then ''
    else format(', variant %s at location %s, sequence %s', s.variant_id, s.location_id, s.sequence) end as object,
  s.problem as found, 'as sealed' || coalesce(' at ' || s.sealed_at, '') as expected
from ledger.verify_seals() s;
call internal.install_check('ledger.check_seals');
