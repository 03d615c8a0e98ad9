-- A coupon counts as many uses as orders redeemed it and did not give it back.
create or replace view ledger.check_coupon_counts with (security_invoker = true) as
select u.company_id, u.store_id, format('coupon %s', u.code) as object, format('used %s', u.used_count) as found,
  format('used %s by its redemptions', u.redemptions) as expected
from ledger.coupon_usage u
where u.used_count <> u.redemptions;
call internal.install_check('ledger.check_coupon_counts');
