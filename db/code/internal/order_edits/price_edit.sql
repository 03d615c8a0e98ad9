-- Gives an edited order with its amounts and its coupon, and holds the coupons that it leaves and takes.
-- Takes: the order as it is, how it is to be without them, its lines as they are and as they are to be, and the edit
-- as POST /orders/{id}/edit describes it.
-- Raises: HT008 (coupon_code; items: the total is too large).
-- see: guides/edit-an-order#what-it-costs
--
-- A delivery charge that the store's table said is asked of it again when the address, the lines or the coupon change,
-- and stays as it was agreed otherwise; one that was given stays.
-- Two coupons are locked in the order of their ids, so that two edits that change them crosswise never wait for each
-- other.
create or replace function internal.price_edit(before app.orders, edited app.orders,
  agreed internal.priced_line[], lines internal.priced_line[], input jsonb) returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  v_code constant text := case
    when input ? 'coupon_code' then internal.coupon_code(input ->> 'coupon_code') else before.coupon ->> 'code' end;
  v_is_given constant boolean := input ->> 'shipping_charge' is not null;
  v_asks_table constant boolean := before.delivery_zone is not null and not v_is_given and (
    edited.shipping_address::text is distinct from before.shipping_address::text
    or lines is distinct from agreed
    or v_code is distinct from before.coupon ->> 'code');
  v_price record;
begin
  perform from app.coupons c
    where c.store_id = before.store_id and (c.id = before.coupon_id or c.code = v_code)
    order by c.id
    for no key update;
  v_price := internal.price_order(edited.store_id, lines, edited.customer_id, edited.shipping_address, v_code,
    case when not v_asks_table then coalesce((input ->> 'shipping_charge')::numeric, before.shipping_charge) end,
    coalesce((input ->> 'tax_amount')::numeric, before.tax_amount), locks_coupon => true, edited => before,
    agreed_shipping => before.shipping_charge);
  if v_price.coupon_problem is not null then
    perform internal.field_error('HT008', 'coupon_code', v_price.coupon_problem ->> 'key',
      v_price.coupon_problem -> 'params');
  end if;
  edited.subtotal := v_price.subtotal;
  edited.discount_amount := v_price.discount_amount;
  edited.shipping_charge := v_price.shipping_charge;
  edited.delivery_zone := case when not v_is_given then coalesce(v_price.delivery_zone, before.delivery_zone) end;
  edited.tax_amount := v_price.tax_amount;
  edited.total_amount := v_price.total_amount;
  edited.coupon_id := v_price.coupon_id;
  edited.coupon := v_price.coupon;
  return edited;
end
$$;
