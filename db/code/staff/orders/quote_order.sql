-- What an order would cost and whether its stock is there, by the same rules as create_order. Nothing is written: the
-- coupon and the stock may be gone when the order comes. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (store_id), HT008 (items, charges), HT101 (items, location_id).
--
-- A coupon that would be refused is no refusal here: the rest is priced without it.
create or replace function staff.quote_order(store_id uuid, items staff.order_line[], customer_id uuid default null,
  location_id uuid default null, shipping_charge numeric default 0, tax_amount numeric default 0,
  coupon_code text default null) returns staff.order_quote
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_location_id uuid;
  v_lines internal.priced_line[];
  v_coupon app.coupons;
  v_problem text;
  v_quote staff.order_quote;
begin
  perform internal.require_permission('orders.manage');
  perform internal.require_store(quote_order.store_id);
  perform internal.check_order_input(items, quote_order.shipping_charge, quote_order.tax_amount);
  v_location_id := internal.find_order_location(internal.current_company_id(), quote_order.location_id);
  v_lines := internal.price_lines(quote_order.store_id, to_jsonb(items));
  v_quote.subtotal := internal.add_up_lines(v_lines);
  if quote_order.coupon_code <> '' then
    select * into v_coupon from app.coupons c
      where c.store_id = quote_order.store_id and c.code = upper(internal.fold(quote_order.coupon_code));
    v_problem := internal.find_coupon_problem(v_coupon, quote_order.customer_id, v_quote.subtotal);
  end if;
  v_quote.coupon_problem := v_problem;
  v_quote.discount_amount := case when v_problem is null and v_coupon.id is not null
    then internal.coupon_discount(v_coupon, v_quote.subtotal) else 0 end;
  v_quote.shipping_charge := case when v_problem is null and v_coupon.type = 'free_shipping'
    then 0 else coalesce(quote_order.shipping_charge, 0) end;
  v_quote.tax_amount := coalesce(quote_order.tax_amount, 0);
  v_quote.total_amount := v_quote.subtotal - v_quote.discount_amount + v_quote.shipping_charge + v_quote.tax_amount;
  perform internal.check_order_total(v_quote.total_amount);
  v_quote.lines := array(
    select row(l.line, l.variant_id, l.sku, l.product_name, l.variant_name, l.quantity, l.unit_price,
      l.discount_price, l.amount, s.available,
      s.available < sum(l.quantity) over (partition by l.variant_id))::staff.quoted_line
    from unnest(v_lines) l
    cross join lateral (
      select coalesce(max(n.on_hand - n.reserved), 0) as available from app.inventory_levels n
      where n.location_id = v_location_id and n.variant_id = l.variant_id
    ) s
    order by l.line);
  return v_quote;
end
$$;
grant execute on function staff.quote_order(uuid, staff.order_line[], uuid, uuid, numeric, numeric, text)
  to haat_staff;
