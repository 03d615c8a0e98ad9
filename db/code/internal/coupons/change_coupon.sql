-- Writes a changed coupon, as far as its uses allow.
-- Takes: the locked coupon as it is and as it is to be.
-- Raises: HT008 (code, type of a coupon that was used; usage_limit below its uses); 23505 (code).
create or replace function internal.change_coupon(before app.coupons, coupon app.coupons) returns app.coupons
language plpgsql volatile
set search_path = ''
as $$
declare
  v_was_used constant boolean := exists (
    select from app.coupon_redemptions r where r.store_id = before.store_id and r.coupon_id = before.id);
  v_coupon app.coupons;
begin
  if v_was_used and coupon.code <> before.code then
    perform internal.field_error('HT008', 'code', 'couponFixed');
  elsif v_was_used and coupon.type <> before.type then
    perform internal.field_error('HT008', 'type', 'couponFixed');
  elsif coupon.usage_limit < before.used_count then
    perform internal.field_error('HT008', 'usage_limit', 'couponUses', jsonb_build_object('used', before.used_count));
  elsif coupon is not distinct from before then
    return before;
  end if;
  update app.coupons c set
    code = coupon.code, type = coupon.type, value = coupon.value, status = coupon.status,
    starts_at = coupon.starts_at, ends_at = coupon.ends_at, minimum_subtotal = coupon.minimum_subtotal,
    maximum_discount = coupon.maximum_discount, usage_limit = coupon.usage_limit,
    usage_limit_per_customer = coupon.usage_limit_per_customer
    where c.id = before.id
    returning * into v_coupon;
  return v_coupon;
end
$$;
