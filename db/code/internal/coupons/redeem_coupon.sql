-- Redeems a coupon for a new order: checks it, counts one use and works out the discount. No code, no discount.
-- Takes: a store, a code in any case (or null), the customer and the order's subtotal in the store's currency.
-- Gives: the discount, whether shipping is free, and the coupon as the order keeps it.
-- Raises: HT008 naming coupon_code.
-- decisions: 3, Coupons
--
-- The coupon's row is locked while its uses are compared and counted, so limits hold to the last use. The lock is
-- "no key": an order that changes its status looks at its coupon's key after it has locked stock, and must not wait
-- there for an order that waits for that stock.
create or replace function internal.redeem_coupon(
  store_id uuid,
  code text,
  customer_id uuid,
  subtotal numeric,
  out coupon_id uuid,
  out discount_amount numeric,
  out frees_shipping boolean,
  out document jsonb)
language plpgsql volatile
set search_path = ''
as $$
declare
  v_coupon app.coupons;
  v_problem text;
begin
  if code is null then
    discount_amount := 0;
    frees_shipping := false;
    return;
  end if;
  select * into v_coupon
    from app.coupons c
    where c.store_id = redeem_coupon.store_id and c.code = upper(internal.fold(redeem_coupon.code))
    for no key update;
  v_problem := internal.find_coupon_problem(v_coupon, redeem_coupon.customer_id, subtotal);
  if v_problem is not null then
    perform internal.field_error('HT008', 'coupon_code', v_problem);
  end if;
  update app.coupons c set used_count = c.used_count + 1 where c.id = v_coupon.id;

  coupon_id := v_coupon.id;
  discount_amount := internal.coupon_discount(v_coupon, subtotal);
  frees_shipping := v_coupon.type = 'free_shipping';
  document := jsonb_build_object(
    'id', v_coupon.id,
    'code', v_coupon.code,
    'type', v_coupon.type,
    'value', v_coupon.value::text,
    'discount_amount', discount_amount::numeric(15, 2)::text);
end
$$;
