-- An order with a coupon has redeemed that coupon, for its own customer, and shows its discount; no other order has;
-- a cancelled or spam one, and no other, gave its use back.
--
-- Two halves and no full join: asked for one order, each reads that order only.
create or replace view ledger.check_coupon_orders with (security_invoker = true) as
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('redeemed %s for customer %s', coalesce(r.coupon_id::text, 'nothing'),
    coalesce(r.customer_id::text, 'nobody')) as found,
  format('coupon %s, customer %s', o.coupon_id, coalesce(o.customer_id::text, 'none')) as expected, o.id as order_id
from app.orders o
left join app.coupon_redemptions r on r.order_id = o.id
where o.coupon_id is not null
  and (r.order_id is null or r.coupon_id <> o.coupon_id or r.customer_id <> o.customer_id)
union all
select r.company_id, r.store_id, format('order %s', coalesce(o.number, r.order_id::text)),
  format('redeemed %s for customer %s', r.coupon_id, r.customer_id), 'no coupon', r.order_id
from app.coupon_redemptions r
left join app.orders o on o.id = r.order_id
where o.coupon_id is null
union all
select o.company_id, o.store_id, format('order %s', o.number),
  coalesce('its use given back at ' || r.given_back_at, 'its use not given back'), format('status %s', o.status), o.id
from app.coupon_redemptions r
join app.orders o on o.id = r.order_id
join app.order_statuses s on s.status = o.status
where (r.given_back_at is not null) <> (s.stock = 'none')
union all
select o.company_id, o.store_id, format('order %s', o.number),
  format('coupon %s, discount %s', coalesce(o.coupon ->> 'id', 'none'),
  coalesce(o.coupon ->> 'discount_amount', 'none')),
  format('coupon %s, discount %s', coalesce(o.coupon_id::text, 'none'), case when o.coupon_id is null then 'none'
    else o.discount_amount::text end), o.id
from app.orders o
where (o.coupon ->> 'id', o.coupon ->> 'discount_amount')
  is distinct from (o.coupon_id::text, case when o.coupon_id is not null then o.discount_amount::text end);
call internal.install_check('ledger.check_coupon_orders');
