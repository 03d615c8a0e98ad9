create or replace view ledger.check_level_bounds with (security_invoker = true) as
select l.company_id, l.store_id, format('level of variant %s at location %s', l.variant_id, l.location_id) as object,
  format('on hand %s, reserved %s', l.on_hand, l.reserved) as found, '0 <= reserved <= on hand' as expected
from app.inventory_levels l
where l.on_hand < 0 or l.reserved < 0 or l.reserved > l.on_hand;
comment on view ledger.check_level_bounds is 'On hand is never negative, reserved never more than on hand.';
comment on column ledger.check_level_bounds.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_level_bounds.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_level_bounds.object is 'What is wrong.';
comment on column ledger.check_level_bounds.found is 'What stands there.';
comment on column ledger.check_level_bounds.expected is 'What should.';
grant select on ledger.check_level_bounds to haat_dba;
