-- Prices a whole order, new or changed: its lines, what its coupon takes off, shipping, tax and the total.
-- Takes: the store; lines as internal.price_lines gives them, or at the prices that were agreed before; the customer,
-- or null; the address, or null; a coupon's code in any case, or null; charges in the store's currency, or null;
-- whether the coupon is about to be used: then its row stays locked, so that its limits hold to the last use; and of
-- an order that is edited, how it was before: a coupon that it keeps has the value that was agreed, and takes off what
-- it took off as long as subtotal and customer stay. A delivery charge that is null is that of the store's table;
-- where the store has none, the one that was agreed.
-- Gives: the amounts, the zone whose delivery charge it has, the coupon as the order keeps it, and why it cannot be
-- used (internal.problem); then the rest is priced without it.
-- Raises: HT008 naming the first line that is too large, or the lines when the total is.
-- see: guides/orders#numbers-and-coupons
--
-- The lock is "no key": an order that changes its status looks at its coupon's key after it has locked stock, and must
-- not wait there for an order that waits for that stock.
create or replace function internal.price_order(store_id uuid, lines internal.priced_line[], customer_id uuid,
  address json, code text, shipping numeric, tax numeric, locks_coupon boolean default false,
  edited app.orders default null, agreed_shipping numeric default null,
  out subtotal numeric, out discount_amount numeric, out shipping_charge numeric, out tax_amount numeric,
  out total_amount numeric, out delivery_zone text, out coupon_id uuid, out coupon jsonb, out coupon_problem jsonb)
language plpgsql volatile
set search_path = ''
as $$
declare
  v_limit constant numeric := internal.money_limit();
  v_code constant text := internal.coupon_code(price_order.code);
  v_coupon app.coupons;
  v_large_line integer;
  v_is_kept boolean;
  v_is_agreed boolean;
  v_value numeric;
  v_takes_off boolean;
begin
  select sum(l.amount), min(l.line) filter (where l.amount > v_limit or l.unit_price > v_limit)
    into subtotal, v_large_line
    from unnest(lines) l;
  if v_large_line is not null then
    perform internal.field_error('HT008', format('items.%s', v_large_line), 'orderTooLarge',
      jsonb_build_object('most', v_limit));
  end if;
  if locks_coupon and v_code is not null then
    select * into v_coupon from app.coupons c
      where c.store_id = price_order.store_id and c.code = v_code for no key update;
  elsif v_code is not null then
    select * into v_coupon from app.coupons c where c.store_id = price_order.store_id and c.code = v_code;
  end if;
  v_is_kept := coalesce(edited.coupon_id = v_coupon.id, false);
  v_is_agreed := v_is_kept and (edited.subtotal, edited.customer_id) = (subtotal, price_order.customer_id);
  v_value := case when v_is_kept then (edited.coupon ->> 'value')::numeric else v_coupon.value end;
  if v_code is not null and not v_is_agreed then
    coupon_problem := internal.find_coupon_problem(v_coupon, price_order.customer_id, subtotal, edited);
  end if;
  discount_amount := 0;
  tax_amount := coalesce(tax, 0);
  v_takes_off := v_code is not null and coupon_problem is null;
  if v_takes_off then
    case v_coupon.type
      when 'percent' then
        discount_amount := least(round(subtotal * v_value / 100, 2),
          coalesce(v_coupon.maximum_discount, subtotal));
      when 'fixed' then discount_amount := least(v_value, subtotal);
      when 'free_shipping' then null;
    end case;
    if v_is_agreed then
      discount_amount := edited.discount_amount;
    end if;
    coupon_id := v_coupon.id;
    coupon := jsonb_build_object('id', v_coupon.id, 'code', v_coupon.code, 'type', v_coupon.type,
      'value', v_value::text, 'discount_amount', discount_amount::numeric(15, 2)::text);
  end if;
  shipping_charge := coalesce(shipping, agreed_shipping, 0);
  if shipping is null then
    select coalesce(d.charge, shipping_charge), d.zone into shipping_charge, delivery_zone
      from internal.delivery_charge(price_order.store_id, lines, address, subtotal - discount_amount) d;
  end if;
  if v_takes_off and v_coupon.type = 'free_shipping' then
    shipping_charge := 0;
  end if;
  total_amount := subtotal - discount_amount + shipping_charge + tax_amount;
  if total_amount > v_limit then
    perform internal.field_error('HT008', 'items', 'orderTooLarge.order', jsonb_build_object('most', v_limit));
  end if;
end
$$;
