-- What each coupon cost: its uses, those given back on cancel, and the discount given.
create or replace view ledger.coupon_usage with (security_invoker = true) as
select c.id as coupon_id, c.company_id, c.store_id, c.code, c.type, c.value, c.usage_limit, c.used_count,
  count(r.order_id) filter (where r.given_back_at is null) as redemptions,
  count(r.order_id) filter (where r.given_back_at is not null) as given_back,
    coalesce(sum(o.discount_amount) filter (where r.given_back_at is null), 0) as discount_amount
from app.coupons c
left join app.coupon_redemptions r on r.coupon_id = c.id
left join app.orders o on o.id = r.order_id
group by c.id;
comment on column ledger.coupon_usage.coupon_id is 'The coupon.';
comment on column ledger.coupon_usage.company_id is 'The tenant.';
comment on column ledger.coupon_usage.store_id is 'The store.';
comment on column ledger.coupon_usage.code is 'Its code.';
comment on column ledger.coupon_usage.type is 'percent, fixed or free_shipping.';
comment on column ledger.coupon_usage.value is 'Percent or amount, by type.';
comment on column ledger.coupon_usage.usage_limit is 'How often it may be used in all; null without limit.';
comment on column ledger.coupon_usage.used_count is 'Uses as counted under the coupon''s lock.';
comment on column ledger.coupon_usage.redemptions is 'Uses by the orders that hold it: equals used_count.';
comment on column ledger.coupon_usage.given_back is 'Uses given back by cancelled orders.';
comment on column ledger.coupon_usage.discount_amount is 'Discount given in all.';
grant select on ledger.coupon_usage to haat_dba;
