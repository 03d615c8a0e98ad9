-- Creates an order, for every interface: prices it, redeems its coupon, records its first payment, reserves its stock.
-- Takes: a store of the company, the source (api, staff, storefront) and the order as POST /orders describes it, its
-- shipping_address as JSON text. Money is in the store's currency.
-- Gives: the order with its customer and items.
-- Raises: HT101, HT008, HT011, HT104, HT102.
-- see: guides/first-order#3-create-the-order
--
-- Lock order: customer, coupon, inventory levels in variant order, ledger.
-- Lines are priced once. What is read there is added up and written, so a price that changes meanwhile counts for the
-- next order only.
-- The number is ORD-<date>-<sequence>. The sequence of a store only rises, whatever its clock does; gaps are normal. A
-- number that is taken says that the sequence is behind (internal.catch_up_order_numbers): the next one is drawn.
-- An order that is to be paid online and comes without a payment is the storefront's, whichever interface it came by:
-- internal.cancel_unpaid_orders cancels it when nothing is paid in the store's time.
-- Refusals in order: channel, location, payment method, customer (409, 422), lines (409), quota (403), line or total
-- too large (422), coupon (422), payment (409, 422, 400), stock (400).
create or replace function internal.create_order(company_id uuid, store_id uuid, source text, input jsonb)
  returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  -- As JSON text, so that it is kept as it was sent: jsonb would reorder its keys and drop what is given twice.
  v_address constant json := (input ->> 'shipping_address')::json;
  v_store app.stores;
  v_store_date date;
  v_channel_id uuid;
  v_location_id uuid;
  v_method app.payment_methods;
  v_customer_id uuid;
  v_lines internal.priced_line[];
  v_price record;
  v_order app.orders;
  v_document json;
begin
  select * into v_store from app.stores s where s.id = create_order.store_id;
  v_store_date := (v_now at time zone v_store.timezone)::date;
  v_channel_id := internal.find_order_channel(v_store.id, input ->> 'channel');
  v_location_id := internal.find_order_location(v_store.company_id, (input ->> 'location_id')::uuid);
  v_method := internal.find_chosen_method(v_store.id, (input ->> 'payment_method_id')::uuid);
  v_customer_id := internal.take_order_customer(v_store.company_id, v_store.id, input, v_address);
  v_lines := internal.price_lines(v_store.id, input -> 'items');
  if v_store.is_test then
    perform internal.check_test_orders(v_store.id);
  else
    perform internal.check_order_quota(v_store.company_id, v_store.timezone);
  end if;
  v_price := internal.price_order(v_store.id, v_lines, v_customer_id, v_address, input ->> 'coupon_code',
    (input ->> 'shipping_charge')::numeric, (input ->> 'tax_amount')::numeric,
    locks_coupon => true, agreed_shipping => (input ->> 'agreed_shipping_charge')::numeric);
  if v_price.coupon_problem is not null then
    perform internal.field_error('HT008', 'coupon_code', v_price.coupon_problem ->> 'key',
      v_price.coupon_problem -> 'params');
  end if;

  loop
    insert into app.orders (
      id, company_id, store_id, number, source, channel_id, customer_id, location_id, reorder_of_id,
      subtotal, discount_amount, shipping_charge, delivery_zone, tax_amount, total_amount, due_amount, payment_status,
      shipping_address, coupon_id, coupon, custom_fields, tags, note, payment_method_id, store_date, created_at)
    values (
      uuidv7(), v_store.company_id, v_store.id,
      concat('ORD-', to_char(v_store_date, 'YYYYMMDD'), '-', nextval(internal.order_numbers(v_store.id))),
      case when v_method.is_online and nullif(input -> 'payment', 'null') is null then 'storefront'
        else create_order.source end, v_channel_id, v_customer_id, v_location_id, (input ->> 'reorder_of_id')::uuid,
      v_price.subtotal, v_price.discount_amount, v_price.shipping_charge, v_price.delivery_zone, v_price.tax_amount,
      v_price.total_amount, v_price.total_amount, case when v_price.total_amount = 0 then 'paid' else 'unpaid' end,
      v_address, v_price.coupon_id, v_price.coupon, nullif(nullif(input -> 'custom_fields', 'null'), '{}'),
      internal.order_tags(input), input ->> 'note', v_method.id, v_store_date, v_now)
    on conflict on constraint orders_number_key do nothing
    returning * into v_order;
    exit when found;
    perform internal.catch_up_order_numbers(v_store.id, v_store_date);
  end loop;
  perform internal.add_order_items(v_order, v_lines);
  perform internal.redeem_coupon(v_order);
  perform internal.add_to_timeline(v_order.company_id, v_order.store_id, v_order.id, 'created', null, 'pending',
    v_order.note, prints => internal.order_prints(v_order));
  perform internal.record_first_payment(v_order, input -> 'payment');
  v_document := internal.publish_new_order(v_order, jsonb_typeof(input -> 'payment') = 'object');
  -- Stock comes last: its rows are the ones that most orders wait for, so they are locked for the shortest time.
  perform internal.reserve_stock(v_order);
  return v_document;
end
$$;
