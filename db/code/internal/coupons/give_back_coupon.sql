-- Gives back the coupon use of an order that is cancelled or spam. A second call changes nothing.
-- see: guides/orders#numbers-and-coupons
create or replace function internal.give_back_coupon(order_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_coupon_id uuid;
begin
  update app.coupon_redemptions r
    set given_back_at = internal.now()
    where r.order_id = give_back_coupon.order_id and r.given_back_at is null
    returning r.coupon_id into v_coupon_id;
  update app.coupons c set used_count = c.used_count - 1 where c.id = v_coupon_id;
end
$$;
