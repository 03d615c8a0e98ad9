-- Counts the use of an edited order's coupon anew: gives back the coupon that it left, redeems the one that it took,
-- and counts it for its customer.
-- Takes: the order before and after, their coupons locked by internal.price_edit.
-- see: guides/orders#numbers-and-coupons
create or replace function internal.move_coupon_use(before app.orders, after app.orders) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if before.coupon_id is not distinct from after.coupon_id then
    update app.coupon_redemptions r set customer_id = after.customer_id
      where r.order_id = after.id and r.customer_id <> after.customer_id;
    return;
  end if;
  delete from app.coupon_redemptions r where r.order_id = before.id;
  update app.coupons c set used_count = c.used_count - 1 where c.id = before.coupon_id;
  perform internal.redeem_coupon(after);
end
$$;
