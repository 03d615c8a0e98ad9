-- Takes: a store, a code in any case, the customer and the order's subtotal.
-- Counts one use.
-- Gives: the discount, whether shipping is free, and the coupon as the order keeps it.
-- Raises: HT008 naming coupon_code.
-- decisions: 3, Coupons
--
-- Checks and counts one use of a coupon under a lock on its row, so limits hold to the last use. "no key": an order that is
-- moved looks at its coupon's key after it has locked stock, and must not wait there for somebody who waits for that stock.
create or replace function internal.redeem_coupon(store_id uuid, code text, customer_id uuid, subtotal numeric, out coupon_id uuid, out discount_amount numeric, out frees_shipping boolean, out document jsonb)
language plpgsql volatile
set search_path = ''
as $$
declare
  v_coupon app.coupons;
  v_now constant timestamptz := internal.now();
  v_problem text;
begin
  select * into v_coupon from app.coupons t
    where t.store_id = redeem_coupon.store_id and t.code = upper(internal.fold(redeem_coupon.code)) for no key update;
  v_problem := case
    when v_coupon.id is null then 'is not a coupon of this store'
    when v_coupon.status <> 'active' then 'is not active'
    when v_coupon.starts_at > v_now then 'is not valid yet'
    when v_coupon.ends_at <= v_now then 'has expired'
    when subtotal < v_coupon.minimum_subtotal then format('needs a subtotal of at least %s', v_coupon.minimum_subtotal)
    when v_coupon.used_count >= v_coupon.usage_limit then 'has reached its usage limit'
    when v_coupon.usage_limit_per_customer is not null and v_coupon.usage_limit_per_customer <= (
      select count(*) from app.coupon_redemptions r
      where r.store_id = redeem_coupon.store_id and r.coupon_id = v_coupon.id and r.customer_id = redeem_coupon.customer_id and r.given_back_at is null)
      then 'was already used by this customer as often as it may be'
  end;
  if v_problem is not null then
    perform internal.field_error('HT008', 'coupon_code', v_problem);
  end if;
  update app.coupons t set used_count = t.used_count + 1 where t.id = v_coupon.id;
  coupon_id := v_coupon.id;
  discount_amount := case v_coupon.type
    when 'percent' then least(round(subtotal * v_coupon.value / 100, 2), coalesce(v_coupon.maximum_discount, subtotal))
    when 'fixed' then least(v_coupon.value, subtotal)
    else 0 end;
  frees_shipping := v_coupon.type = 'free_shipping';
  document := jsonb_build_object('id', v_coupon.id, 'code', v_coupon.code, 'type', v_coupon.type, 'value', v_coupon.value::text, 'discount_amount', discount_amount::numeric(15, 2)::text);
end
$$;
