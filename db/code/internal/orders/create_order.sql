-- Takes: a store, the source (api, staff, storefront) and the order as POST /orders describes it, its
-- shipping_address as JSON text.
-- Prices it, redeems the coupon, records an upfront payment, tells of both, reserves stock.
-- Gives: the order with customer and items.
-- Raises: HT101, HT008, HT011, HT104, HT102.
-- spec: POST /orders
--
-- The one way an order comes to be, for every door. Lock order: order, customer, coupon, stock rows by variant, ledger.
-- Lines are priced once, and what was read is what is added up and what is written: a price that changes meanwhile
-- changes the next order.
-- Refusals in order: channel, location, customer (409/422), lines (409), line too large (422), quota (403),
-- coupon (422), total too large (422), payment (409, 422, 400), stock (400).
create or replace function internal.create_order(company_id uuid, store_id uuid, source text, input jsonb) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_money_limit constant numeric := 9999999999.99;
  s app.stores;
  v_channel_id uuid;
  v_location_id uuid;
  v_customer_id uuid;
  v_is_new_customer boolean := false;
  v_order_id constant uuid := uuidv7();
  v_store_date date;
  v_number text;
  v_now constant timestamptz := internal.now();
  v_subtotal numeric;
  v_shipping numeric := coalesce((input ->> 'shipping_charge')::numeric, 0);
  v_tax constant numeric := coalesce((input ->> 'tax_amount')::numeric, 0);
  v_total numeric;
  v_lines internal.priced_line[];
  v_bad_line integer;
  v_amounts numeric[];
  v_shares numeric[];
  c record;
  -- As JSON text, so that it is kept to the letter: jsonb would reorder its keys and drop what is given twice.
  v_address constant json := (input ->> 'shipping_address')::json;
  v_document json;
begin
  select * into s from app.stores t where t.id = create_order.store_id;
  v_store_date := (v_now at time zone s.timezone)::date;

  select t.id into v_channel_id from app.channels t
    where t.store_id = s.id and t.slug = coalesce(input ->> 'channel', 'manual') and t.status = 'active';
  if v_channel_id is null then
    perform internal.field_error('HT101', 'channel', 'is not an active channel of this store');
  end if;
  select t.id into v_location_id from app.locations t
    where t.company_id = s.company_id and t.status = 'active'
      and case when input ->> 'location_id' is not null then t.id = (input ->> 'location_id')::uuid else t.is_default end;
  if v_location_id is null then
    perform internal.field_error('HT101', 'location_id', case when input ->> 'location_id' is null then 'is required, because the company has no default location' else 'is not an active location of this company' end);
  end if;
  if input ->> 'customer_id' is not null then
    select t.id into v_customer_id from app.customers t where t.store_id = s.id and t.id = (input ->> 'customer_id')::uuid;
    if v_customer_id is null then
      perform internal.field_error('HT101', 'customer_id', 'is not a customer of this store');
    end if;
  else
    select f.customer_id, f.is_new into v_customer_id, v_is_new_customer
      from internal.find_or_create_customer(s.company_id, s.id, input -> 'customer') f;
  end if;
  perform internal.keep_address(v_customer_id, v_address, v_is_new_customer);

  v_lines := internal.price_lines(s.id, input -> 'items');
  select array_agg(l.amount order by l.line), sum(l.amount),
      min(l.line) filter (where l.amount > v_money_limit or l.unit_price > v_money_limit)
    into v_amounts, v_subtotal, v_bad_line
    from unnest(v_lines) l;
  if v_bad_line is not null then
    perform internal.field_error('HT008', format('items.%s', v_bad_line), format('the line''s total is above %s', v_money_limit));
  end if;
  perform internal.check_order_quota(s.company_id, s.timezone);

  select null::uuid as coupon_id, 0::numeric as discount_amount, false as frees_shipping, null::jsonb as document into c;
  if input ->> 'coupon_code' is not null then
    select * into c from internal.redeem_coupon(s.id, input ->> 'coupon_code', v_customer_id, v_subtotal);
    if c.frees_shipping then
      v_shipping := 0;
    end if;
  end if;
  v_shares := internal.share_amount(c.discount_amount, v_amounts);
  v_total := v_subtotal - c.discount_amount + v_shipping + v_tax;
  if v_total > v_money_limit then
    perform internal.field_error('HT008', 'items', format('the order''s total is above %s', v_money_limit));
  end if;
  v_number := internal.next_order_number(s.id, v_store_date);

  insert into app.orders (id, company_id, store_id, number, source, channel_id, customer_id, location_id, subtotal, discount_amount, shipping_charge, tax_amount, total_amount, due_amount,
    payment_status, shipping_address, coupon_id, coupon, custom_fields, note, payment_method_id, store_date, created_at)
  values (v_order_id, s.company_id, s.id, v_number, create_order.source, v_channel_id, v_customer_id, v_location_id, v_subtotal, c.discount_amount, v_shipping, v_tax, v_total, v_total,
    case when v_total = 0 then 'paid' else 'unpaid' end, v_address, c.coupon_id, c.document, nullif(input -> 'custom_fields', 'null'), input ->> 'note',
    (input ->> 'checkout_payment_method_id')::uuid, v_store_date, v_now);
  insert into app.order_items (company_id, store_id, order_id, line, product_id, variant_id, sku, barcode, product_name, variant_name, options, image_media_key, quantity, unit_price, discount_price, discount_amount, line_total, created_at)
  select s.company_id, s.id, v_order_id, l.line, l.product_id, l.variant_id, l.sku, l.barcode, l.product_name, l.variant_name, l.options, l.image_media_key, l.quantity, l.unit_price, l.discount_price,
    v_shares[l.line + 1], l.amount - v_shares[l.line + 1], v_now
  from unnest(v_lines) l;
  if c.coupon_id is not null then
    insert into app.coupon_redemptions (order_id, company_id, store_id, coupon_id, customer_id, created_at)
    values (v_order_id, s.company_id, s.id, c.coupon_id, v_customer_id, v_now);
  end if;
  perform internal.add_to_timeline(s.company_id, s.id, v_order_id, 'created', null, 'pending', input ->> 'note');
  if jsonb_typeof(input -> 'payment') = 'object' then
    perform internal.record_payment(v_order_id, (input #>> '{payment,payment_method_id}')::uuid, (input #>> '{payment,amount}')::numeric, input #>> '{payment,transaction_id}',
      null, null, case create_order.source when 'staff' then 'staff' else 'api' end, null, 'payment.');
  end if;
  select d.document into v_document from internal.order_documents(array[v_order_id], true, true) d;
  perform internal.emit_event(s.id, 'order.created', v_order_id, v_document);
  perform internal.publish_payment(p.id, 'payment.recorded') from app.payments p where p.store_id = s.id and p.order_id = v_order_id;
  -- Stock last, after all that it does not change: the hottest rows of the house are held for the shortest time.
  perform internal.reserve_stock(v_order_id);
  return v_document;
end
$$;
