-- Says why a coupon cannot be used for an order (internal.problem), or null when it can.
-- Takes: the locked coupon (its id null: there is none), the customer, the order's subtotal in its currency and, of an
-- order that is edited, how it was before.
-- see: guides/orders#numbers-and-coupons
--
-- The coupon that an edited order has already is not asked again whether it is valid: the order was placed while it
-- was. The use of the order itself does not count against it.
create or replace function internal.find_coupon_problem(coupon app.coupons, customer_id uuid, subtotal numeric,
  edited app.orders default null) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_is_kept constant boolean := coalesce(edited.coupon_id = coupon.id, false);
begin
  return case
    when coupon.id is null then internal.problem('couponUnknown')
    when not v_is_kept and coupon.status <> 'active' then internal.problem('notActive')
    when not v_is_kept and coupon.starts_at > v_now then internal.problem('couponEarly')
    when not v_is_kept and coupon.ends_at <= v_now then internal.problem('couponOver')
    when subtotal < coupon.minimum_subtotal then internal.problem('couponMinimum',
      jsonb_build_object('least', coupon.minimum_subtotal))
    when coupon.used_count - v_is_kept::integer >= coupon.usage_limit then internal.problem('couponUsedUp')
    when coupon.usage_limit_per_customer is not null and coupon.usage_limit_per_customer <= (
      select count(*)
      from app.coupon_redemptions r
      where r.store_id = coupon.store_id
        and r.coupon_id = coupon.id
        and r.customer_id = find_coupon_problem.customer_id
        and r.given_back_at is null
        and r.order_id is distinct from edited.id)
      then internal.problem('couponUsedByCustomer')
  end;
end
$$;
