-- The order timelines, the activity log and the events are as they were sealed.
create or replace view ledger.check_history with (security_invoker = true) as
select null::uuid as company_id, null::uuid as store_id,
  format('seal %s of %s', h.seal, h.log) || coalesce(', row ' || h.row_id, '') as object,
  h.problem as found, 'as sealed' || coalesce(' at ' || h.sealed_at, '') as expected
from ledger.verify_history() h;
call internal.install_check('ledger.check_history');
