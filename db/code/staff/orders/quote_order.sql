-- What an order would cost and whether its stock is there, by the same rules as create_order. Nothing is written: the
-- coupon and the stock may be gone when the order comes. Needs orders.manage.
-- Takes: what POST /orders takes, as far as it makes the price.
-- Raises: HT014 (permission), HT100 (store_id), HT008 (items), HT101 (items, location_id).
--
-- A coupon that would be refused is no refusal here: the rest is priced without it.
create or replace function staff.quote_order(body jsonb) returns staff.order_quote
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := body ->> 'store_id';
  v_location_id uuid;
  v_lines internal.priced_line[];
  v_price record;
  v_quote staff.order_quote;
begin
  perform internal.require_permission('orders.manage');
  perform internal.require_store(v_store_id);
  v_location_id := internal.find_order_location(internal.current_company_id(), (body ->> 'location_id')::uuid);
  v_lines := internal.price_lines(v_store_id, body -> 'items');
  v_price := internal.price_order(v_store_id, v_lines, (body ->> 'customer_id')::uuid,
    (body ->> 'shipping_address')::json, body ->> 'coupon_code', (body ->> 'shipping_charge')::numeric,
    (body ->> 'tax_amount')::numeric);
  v_quote.subtotal := v_price.subtotal;
  v_quote.discount_amount := v_price.discount_amount;
  v_quote.shipping_charge := v_price.shipping_charge;
  v_quote.delivery_zone := v_price.delivery_zone;
  v_quote.tax_amount := v_price.tax_amount;
  v_quote.total_amount := v_price.total_amount;
  if v_price.coupon_problem is not null then
    v_quote.coupon_problem := internal.sentence(v_price.coupon_problem ->> 'key', v_price.coupon_problem -> 'params');
    v_quote.coupon_meaning := internal.meaning(v_price.coupon_problem);
  end if;
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
grant execute on function staff.quote_order(jsonb) to haat_staff;
