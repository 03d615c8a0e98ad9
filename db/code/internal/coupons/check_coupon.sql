-- Refuses (HT008) a coupon whose parts do not go together.
-- Takes: the coupon as it is to be, and the end that it had.
create or replace function internal.check_coupon(coupon app.coupons, ends_before timestamptz default null)
  returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if coupon.type = 'free_shipping' and coupon.value <> 0 then
    perform internal.field_error('HT008', 'value', 'amount.freeShipping');
  elsif coupon.type <> 'free_shipping' and coupon.value <= 0 then
    perform internal.field_error('HT008', 'value', 'amount.anAmount');
  elsif coupon.type = 'percent' and coupon.value > 100 then
    perform internal.field_error('HT008', 'value', 'percent');
  elsif coupon.ends_at <= coupon.starts_at then
    perform internal.field_error('HT008', 'ends_at', 'couponDates');
  elsif coupon.ends_at <= internal.now() and coupon.ends_at is distinct from ends_before then
    perform internal.field_error('HT008', 'ends_at', 'couponEndPast');
  end if;
end
$$;
