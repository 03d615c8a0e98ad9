create or replace view ledger.check_coupon_counts with (security_invoker = true) as
select u.company_id, u.store_id, format('coupon %s', u.code) as object, format('used %s', u.used_count) as found, format('used %s by its redemptions', u.redemptions) as expected
from ledger.coupon_usage u
where u.used_count <> u.redemptions;
comment on view ledger.check_coupon_counts is 'A coupon counts as many uses as orders redeemed it and did not give it back.';
comment on column ledger.check_coupon_counts.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_coupon_counts.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_coupon_counts.object is 'What is wrong.';
comment on column ledger.check_coupon_counts.found is 'What stands there.';
comment on column ledger.check_coupon_counts.expected is 'What should.';
grant select on ledger.check_coupon_counts to haat_dba;
