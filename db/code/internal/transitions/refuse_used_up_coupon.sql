-- Refuses to bring an order back whose coupon was used up by others meanwhile.
-- Takes: the order, its coupon locked where it is to be taken.
-- Raises: HT101; fields.coupon is used_up.
--
-- Whether the coupon is still valid is not asked again: the order was placed while it was.
create or replace function internal.refuse_used_up_coupon(order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_coupon app.coupons;
begin
  select * into v_coupon from app.coupons c where c.id = order_before.coupon_id;
  if v_coupon.used_count >= v_coupon.usage_limit
    or v_coupon.usage_limit_per_customer <= (
      select count(*) from app.coupon_redemptions r
      where r.store_id = order_before.store_id and r.coupon_id = v_coupon.id
        and r.customer_id = order_before.customer_id and r.given_back_at is null)
  then
    perform internal.fail('HT101', 'couponUsedUp.meanwhile', jsonb_build_object('coupon', v_coupon.code),
      fields => '{"coupon": ["used_up"]}');
  end if;
end
$$;
