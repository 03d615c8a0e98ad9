create or replace view ledger.check_coupon_orders with (security_invoker = true) as
select coalesce(o.company_id, r.company_id) as company_id, coalesce(o.store_id, r.store_id) as store_id, format('order %s', coalesce(o.number, r.order_id::text)) as object,
  format('redeemed %s for customer %s', coalesce(r.coupon_id::text, 'nothing'), coalesce(r.customer_id::text, 'nobody')) as found,
  format('coupon %s, customer %s', coalesce(o.coupon_id::text, 'none'), coalesce(o.customer_id::text, 'none')) as expected
from (select t.* from app.orders t where t.coupon_id is not null) o
full join app.coupon_redemptions r on r.order_id = o.id
where o.id is null or r.order_id is null or r.coupon_id <> o.coupon_id or r.customer_id <> o.customer_id;
comment on view ledger.check_coupon_orders is 'An order with a coupon has redeemed that coupon, for its own customer, and no other order has.';
comment on column ledger.check_coupon_orders.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_coupon_orders.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_coupon_orders.object is 'What is wrong.';
comment on column ledger.check_coupon_orders.found is 'What stands there.';
comment on column ledger.check_coupon_orders.expected is 'What should.';
grant select on ledger.check_coupon_orders to haat_dba;
