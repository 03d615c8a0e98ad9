-- Takes the coupon use of an order again that it gave back; nothing for an order without a coupon.
-- Takes: the locked order.
-- Raises: HT101 (coupon).
create or replace function internal.take_coupon_again(taken app.orders) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if taken.coupon_id is null then
    return;
  end if;
  perform from app.coupons c where c.id = taken.coupon_id for no key update;
  perform internal.refuse_used_up_coupon(taken);
  update app.coupon_redemptions r set given_back_at = null where r.order_id = taken.id;
  update app.coupons c set used_count = c.used_count + 1 where c.id = taken.coupon_id;
end
$$;
