-- Counts the use of a new order's coupon; nothing for an order without one.
-- Takes: the order, its coupon locked by internal.price_order.
-- see: guides/orders#numbers-and-coupons
create or replace function internal.redeem_coupon(new_order app.orders) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if new_order.coupon_id is null then
    return;
  end if;
  update app.coupons c set used_count = c.used_count + 1 where c.id = new_order.coupon_id;
  insert into app.coupon_redemptions (order_id, company_id, store_id, coupon_id, customer_id, created_at)
  values (new_order.id, new_order.company_id, new_order.store_id, new_order.coupon_id, new_order.customer_id,
    new_order.created_at);
end
$$;
