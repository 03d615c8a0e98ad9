-- Works out what a coupon takes off the lines of an order. decisions: 3, Coupons
-- Takes: the coupon and the order's subtotal, in its currency.
create or replace function internal.coupon_discount(coupon app.coupons, subtotal numeric) returns numeric
language sql immutable
return case coupon.type
  when 'percent' then least(round(subtotal * coupon.value / 100, 2), coalesce(coupon.maximum_discount, subtotal))
  when 'fixed' then least(coupon.value, subtotal)
  when 'free_shipping' then 0 end;
