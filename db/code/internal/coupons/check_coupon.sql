-- Refuses (HT008) a coupon that makes no sense.
-- Takes: the coupon as it is to be.
create or replace function internal.check_coupon(coupon app.coupons) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if coalesce(length(coupon.code) not between 1 and 50, true) then
    perform internal.field_error('HT008', 'code', 'must be 1 to 50 characters long');
  elsif coalesce(coupon.type not in ('percent', 'fixed', 'free_shipping'), true) then
    perform internal.field_error('HT008', 'type', 'must be one of percent, fixed, free_shipping');
  elsif coupon.type <> 'free_shipping' and not coalesce(coupon.value > 0
    and coupon.value <= case coupon.type when 'percent' then 100 else 9999999999.99 end
    and coupon.value = round(coupon.value, 2), false)
  then
    perform internal.field_error('HT008', 'value', case coupon.type when 'percent'
      then 'must be above 0 and at most 100, with at most two decimals' else 'must be an amount above 0' end);
  elsif coupon.type = 'free_shipping' and coalesce(coupon.value, 0) <> 0 then
    perform internal.field_error('HT008', 'value', 'must be 0 for free_shipping');
  elsif coupon.ends_at <= coupon.starts_at then
    perform internal.field_error('HT008', 'ends_at', 'must be after starts_at');
  elsif coupon.minimum_subtotal < 0 then
    perform internal.field_error('HT008', 'minimum_subtotal', 'must not be negative');
  elsif coupon.maximum_discount <= 0 then
    perform internal.field_error('HT008', 'maximum_discount', 'must be above 0');
  elsif coupon.usage_limit <= 0 or coupon.usage_limit_per_customer <= 0 then
    perform internal.field_error('HT008', case when coupon.usage_limit <= 0 then 'usage_limit'
      else 'usage_limit_per_customer' end, 'must be above 0');
  elsif coupon.status not in ('active', 'inactive') then
    perform internal.field_error('HT008', 'status', 'must be active or inactive');
  end if;
end
$$;
