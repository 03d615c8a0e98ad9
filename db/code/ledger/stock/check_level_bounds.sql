-- On hand is never negative, reserved never more than on hand.
create or replace view ledger.check_level_bounds with (security_invoker = true) as
select l.company_id, l.store_id, format('level of variant %s at location %s', l.variant_id, l.location_id) as object,
  format('on hand %s, reserved %s', l.on_hand, l.reserved) as found, '0 <= reserved <= on hand' as expected
from app.inventory_levels l
where l.on_hand < 0 or l.reserved < 0 or l.reserved > l.on_hand;
call internal.install_check('ledger.check_level_bounds');
