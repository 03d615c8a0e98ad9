-- Says why a coupon cannot be used for an order, or null when it can.
-- Takes: the locked coupon (its id null: there is none), the customer and the order's subtotal in its currency.
-- see: guides/orders#numbers-and-coupons
create or replace function internal.find_coupon_problem(coupon app.coupons, customer_id uuid, subtotal numeric)
  returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
begin
  return case
    when coupon.id is null then 'is not a coupon of this store'
    when coupon.status <> 'active' then 'is not active'
    when coupon.starts_at > v_now then 'is not valid yet'
    when coupon.ends_at <= v_now then 'has expired'
    when subtotal < coupon.minimum_subtotal then format('needs a subtotal of at least %s', coupon.minimum_subtotal)
    when coupon.used_count >= coupon.usage_limit then 'has reached its usage limit'
    when coupon.usage_limit_per_customer is not null and coupon.usage_limit_per_customer <= (
      select count(*)
      from app.coupon_redemptions r
      where r.store_id = coupon.store_id
        and r.coupon_id = coupon.id
        and r.customer_id = find_coupon_problem.customer_id
        and r.given_back_at is null)
      then 'was already used by this customer as often as it may be'
  end;
end
$$;
