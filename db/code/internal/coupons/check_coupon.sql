-- Refuses (HT008) a coupon that makes no sense.
-- Takes: the coupon as it is to be.
create or replace function internal.check_coupon(coupon app.coupons) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if coalesce(length(coupon.code) not between 1 and 50, true) then
    perform internal.field_error('HT008', 'code', 'tooLong.from1', '{"most": 50}');
  elsif coalesce(coupon.type not in ('percent', 'fixed', 'free_shipping'), true) then
    perform internal.field_error('HT008', 'type', 'notAllowed.words', '{"words": "percent, fixed, free_shipping"}');
  elsif coupon.type <> 'free_shipping' and not coalesce(coupon.value > 0
    and coupon.value <= case coupon.type when 'percent' then 100 else 9999999999.99 end
    and coupon.value = round(coupon.value, 2), false)
  then
    perform internal.field_error('HT008', 'value',
      case coupon.type when 'percent' then 'percent' else 'amount.anAmount' end);
  elsif coupon.type = 'free_shipping' and coalesce(coupon.value, 0) <> 0 then
    perform internal.field_error('HT008', 'value', 'amount.freeShipping');
  elsif coupon.ends_at <= coupon.starts_at then
    perform internal.field_error('HT008', 'ends_at', 'couponDates');
  elsif coupon.minimum_subtotal < 0 then
    perform internal.field_error('HT008', 'minimum_subtotal', 'amount.notNegative');
  elsif coupon.maximum_discount <= 0 then
    perform internal.field_error('HT008', 'maximum_discount', 'amount.aboveZero');
  elsif coupon.usage_limit <= 0 or coupon.usage_limit_per_customer <= 0 then
    perform internal.field_error('HT008', case when coupon.usage_limit <= 0 then 'usage_limit'
      else 'usage_limit_per_customer' end, 'amount.aboveZero');
  elsif coupon.status not in ('active', 'inactive') then
    perform internal.field_error('HT008', 'status', 'notAllowed.activeInactive');
  end if;
end
$$;
