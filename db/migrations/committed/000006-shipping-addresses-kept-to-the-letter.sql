--! Previous: sha1:ab4475866c27d5ea86b3370787286ae68050f0c3
--! Hash: sha1:b85dad0f31395d0e17e31af13012f30587f95bd8
--! Message: Shipping addresses kept to the letter

--! split: 1-current.sql
-- Enter migration here

-- What is free-form is kept to the letter: json holds the text itself, jsonb only what it means. Rewrites the table.
-- What names the column is made again below.
drop view if exists ledger.check_coupon_orders;
drop function if exists staff.search_orders(text), staff.call_backs_due(uuid);
alter table app.orders drop constraint if exists orders_shipping_address_check;
alter table app.orders alter column shipping_address type json using shipping_address::json;
alter table app.orders add constraint orders_shipping_address_check check (json_typeof(shipping_address) = 'object');
drop function if exists internal.keep_address(uuid, jsonb);

--! Included internal/keep_address.sql
-- A structured shipping address (one with address_line) is kept with the customer, the first as the default. What does
-- not fit the form of a saved address stays with the order alone; nothing about an address refuses an order.
create or replace function internal.keep_address(customer_id uuid, address json) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_most constant integer := 20;
  c app.customers;
  a app.customer_addresses;
begin
  if json_typeof(address -> 'address_line') is distinct from 'string' or exists (
    select from unnest(array['label', 'recipient_name', 'recipient_phone', 'city', 'area', 'postal_code']) as f (name)
    where json_typeof(address -> f.name) not in ('string', 'null')
  ) then
    return;
  end if;
  a.label := nullif(btrim(address ->> 'label'), '');
  a.recipient_name := nullif(btrim(address ->> 'recipient_name'), '');
  a.recipient_phone := nullif(btrim(address ->> 'recipient_phone'), '');
  a.address_line := btrim(address ->> 'address_line');
  a.city := nullif(btrim(address ->> 'city'), '');
  a.area := nullif(btrim(address ->> 'area'), '');
  a.postal_code := nullif(btrim(address ->> 'postal_code'), '');
  if length(a.address_line) not between 1 and 1000 or length(a.label) > 100 or length(a.recipient_name) > 200 or length(a.recipient_phone) > 50
    or length(a.city) > 200 or length(a.area) > 200 or length(a.postal_code) > 20 or internal.knows_address(keep_address.customer_id, a) then
    return;
  end if;
  -- Two orders with the same new address: the second waits here and then knows it.
  select * into c from app.customers t where t.id = keep_address.customer_id for no key update;
  if internal.knows_address(c.id, a) or (select count(*) from app.customer_addresses t where t.store_id = c.store_id and t.customer_id = c.id) >= v_most then
    return;
  end if;
  insert into app.customer_addresses (company_id, store_id, customer_id, label, recipient_name, recipient_phone, address_line, city, area, postal_code, is_default)
  values (c.company_id, c.store_id, c.id, a.label, a.recipient_name, a.recipient_phone, a.address_line, a.city, a.area, a.postal_code,
    not exists (select from app.customer_addresses t where t.store_id = c.store_id and t.customer_id = c.id and t.is_default));
end
$$;
comment on function internal.keep_address(uuid, json) is 'Takes a customer and an order''s shipping address {address_line, city?, area?, postal_code?, recipient_name?, recipient_phone?, label?}; saves it with the customer unless known. At most 20 a customer. spec: Customer, addresses';
--! EndIncluded internal/keep_address.sql
--! Included internal/place_order.sql
-- The one way an order comes to be, for every door. Lock order: order, customer, coupon, stock rows by variant, ledger.
-- Lines are priced once, and what was read is what is added up and what is written: a price that changes meanwhile
-- changes the next order.
-- Refusals in order: channel, location, customer (409/422), lines (409), line too large (422), quota (403),
-- coupon (422), total too large (422), payment (409, 422, 400), stock (400).
create or replace function internal.place_order(company_id uuid, store_id uuid, source text, input jsonb) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_money_limit constant numeric := 9999999999.99;
  s app.stores;
  v_channel_id uuid;
  v_location_id uuid;
  v_customer_id uuid;
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
  select * into s from app.stores t where t.id = place_order.store_id;
  v_store_date := (v_now at time zone s.timezone)::date;

  select t.id into v_channel_id from app.channels t
    where t.store_id = s.id and t.slug = coalesce(input ->> 'channel', 'manual') and t.status = 'active';
  if v_channel_id is null then
    perform internal.field_error('HT101', 'channel', 'names no active channel of this store');
  end if;
  select t.id into v_location_id from app.locations t
    where t.company_id = s.company_id and t.status = 'active'
      and case when input ->> 'location_id' is not null then t.id = (input ->> 'location_id')::uuid else t.is_default end;
  if v_location_id is null then
    perform internal.field_error('HT101', 'location_id', case when input ->> 'location_id' is null then 'is needed: the company has no default location' else 'names no active location of this company' end);
  end if;
  if input ->> 'customer_id' is not null then
    select t.id into v_customer_id from app.customers t where t.store_id = s.id and t.id = (input ->> 'customer_id')::uuid;
    if v_customer_id is null then
      perform internal.field_error('HT101', 'customer_id', 'names no customer of this store');
    end if;
  else
    v_customer_id := internal.find_or_create_customer(s.company_id, s.id, input -> 'customer');
  end if;
  perform internal.keep_address(v_customer_id, v_address);

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
  values (v_order_id, s.company_id, s.id, v_number, place_order.source, v_channel_id, v_customer_id, v_location_id, v_subtotal, c.discount_amount, v_shipping, v_tax, v_total, v_total,
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
      null, null, case place_order.source when 'staff' then 'staff' else 'api' end, null, 'payment.');
  end if;
  select d.document into v_document from internal.order_documents(array[v_order_id], true, true) d;
  perform internal.emit_event(s.id, 'order.created', v_order_id, v_document);
  perform internal.publish_payment(p.id, 'payment.recorded') from app.payments p where p.store_id = s.id and p.order_id = v_order_id;
  -- Stock last, after all that it does not change: the hottest rows of the house are held for the shortest time.
  perform internal.reserve_stock(v_order_id);
  return v_document;
end
$$;
comment on function internal.place_order(uuid, uuid, text, jsonb) is 'Takes a store, the source (api, staff, storefront) and the order as POST /orders describes it, its shipping_address as JSON text; prices it, redeems the coupon, records an upfront payment, tells of both, reserves stock; gives the order with customer and items. Raises HT101, HT008, HT011, HT104, HT102. spec: POST /orders';
--! EndIncluded internal/place_order.sql
--! Included api/update_order.sql
-- Absent fields stay; null clears. Whatever an order's status, its note and call-back may be written.
create or replace function api.update_order(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before constant app.orders := internal.lock_order(internal.order_to_write(input));
  o app.orders := v_before;
begin
  if input ? 'note' then
    o.note := input ->> 'note';
  end if;
  if input ? 'follow_up_at' then
    o.follow_up_at := date_trunc('milliseconds', (input ->> 'follow_up_at')::timestamptz);
  end if;
  if input ? 'follow_up_note' then
    o.follow_up_note := input ->> 'follow_up_note';
  end if;
  if (o.note, o.follow_up_at, o.follow_up_note) is distinct from (v_before.note, v_before.follow_up_at, v_before.follow_up_note) then
    update app.orders t set note = o.note, follow_up_at = o.follow_up_at, follow_up_note = o.follow_up_note where t.id = o.id;
    perform internal.add_to_timeline(o.company_id, o.store_id, o.id, 'updated', null, null, null, jsonb_strip_nulls(jsonb_build_object(
      'note', case when o.note is distinct from v_before.note then jsonb_build_array(v_before.note, o.note) end,
      'follow_up_at', case when o.follow_up_at is distinct from v_before.follow_up_at
        then jsonb_build_array(internal.timestamp_text(v_before.follow_up_at), internal.timestamp_text(o.follow_up_at)) end,
      'follow_up_note', case when o.follow_up_note is distinct from v_before.follow_up_note then jsonb_build_array(v_before.follow_up_note, o.follow_up_note) end)));
    perform internal.publish_order(v_before);
  end if;
  return (select d.document from internal.order_documents(array[o.id], true, true) d);
end
$$;
comment on function api.update_order(jsonb) is 'PATCH /orders/{id}: takes note, follow_up_at, follow_up_note, each optional; gives the order with customer and items. The timeline keeps [before, after]. Raises HT008 and HT100 for store_id, HT100. spec: Endpoint list';
grant execute on function api.update_order(jsonb) to haat_api;
--! EndIncluded api/update_order.sql
--! Included staff/create_order.sql
create or replace function staff.create_order(store_id uuid, items staff.order_line[], customer_id uuid default null, customer staff.new_customer default null, channel text default null, location_id uuid default null, shipping_address json default null, shipping_charge numeric default 0, tax_amount numeric default 0, coupon_code text default null, note text default null, payment staff.upfront_payment default null) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.orders;
  v_order_id uuid;
begin
  perform internal.require_permission('orders.manage');
  -- "is not null" would ask whether every field of it is given.
  if create_order.payment is distinct from null then
    perform internal.require_permission('payments.manage');
  end if;
  perform internal.require_store(create_order.store_id);
  if coalesce(cardinality(items), 0) not between 1 and 200 then
    perform internal.field_error('HT008', 'items', 'must be from 1 to 200 lines');
  elsif exists (select from unnest(items) i where i.quantity is null or i.quantity not between 1 and 1000000) then
    perform internal.field_error('HT008', 'items', 'each needs a quantity from 1 to 1000000');
  elsif exists (select from unnest(items) i where i.variant_id is null and i.sku is null) then
    perform internal.field_error('HT008', 'items', 'each needs a variant_id or a sku');
  elsif exists (select from unnest(items) i, unnest(array[i.unit_price, i.discount_price]) p where p < 0 or p <> round(p, 2)) then
    perform internal.field_error('HT008', 'items', 'prices must be 0 or more with at most two decimals');
  elsif (create_order.customer_id is null) = (create_order.customer is null) then
    perform internal.field_error('HT008', 'customer', 'give either customer_id or customer');
  elsif create_order.shipping_address is not null and json_typeof(create_order.shipping_address) <> 'object' then
    perform internal.field_error('HT008', 'shipping_address', 'must be an object');
  elsif not pg_input_is_valid(create_order.shipping_address::text, 'jsonb') then
    perform internal.field_error('HT008', 'shipping_address', 'must not hold NUL characters or half surrogate pairs');
  elsif create_order.shipping_charge < 0 or create_order.shipping_charge <> round(create_order.shipping_charge, 2) then
    perform internal.field_error('HT008', 'shipping_charge', 'must be 0 or more with at most two decimals');
  elsif create_order.tax_amount < 0 or create_order.tax_amount <> round(create_order.tax_amount, 2) then
    perform internal.field_error('HT008', 'tax_amount', 'must be 0 or more with at most two decimals');
  end if;
  v_order_id := (internal.place_order(internal.current_company_id(), create_order.store_id, 'staff', jsonb_strip_nulls(jsonb_build_object(
    'items', to_jsonb(items), 'customer_id', create_order.customer_id, 'customer', to_jsonb(create_order.customer), 'channel', create_order.channel,
    'location_id', create_order.location_id, 'shipping_charge', create_order.shipping_charge, 'tax_amount', create_order.tax_amount,
    'coupon_code', create_order.coupon_code, 'note', create_order.note, 'payment', to_jsonb(create_order.payment)))
    -- Free-form: kept as it was sent, its nulls too.
    || case when create_order.shipping_address is null then '{}' else jsonb_build_object('shipping_address', create_order.shipping_address::text) end) ->> 'id')::uuid;
  select * into o from app.orders t where t.id = v_order_id;
  perform internal.log_activity(o.store_id, 'order.created', 'order', o.id, null, jsonb_build_object('number', o.number, 'total_amount', o.total_amount::text, 'paid_amount', o.paid_amount::text));
  return o;
end
$$;
comment on function staff.create_order(uuid, staff.order_line[], uuid, staff.new_customer, text, uuid, json, numeric, numeric, text, text, staff.upfront_payment) is 'Places an order for a customer on the phone, by the same rules as the API: stock is reserved, the coupon redeemed, the money added up. Needs orders.manage, and payments.manage with a payment.';
grant execute on function staff.create_order(uuid, staff.order_line[], uuid, staff.new_customer, text, uuid, json, numeric, numeric, text, text, staff.upfront_payment) to haat_staff;
--! EndIncluded staff/create_order.sql
--! Included staff/search_orders.sql
-- The ids come from outside row-level security, the rows from inside it: two fences.
create or replace function staff.search_orders(search text) returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.* from app.orders t where t.id in (select internal.find_order_ids(btrim(search_orders.search))) order by t.created_at desc, t.id desc;
end;
comment on function staff.search_orders(text) is 'Orders by number, or by the customer''s name or phone in any spelling, newest first, 500 at most.';
grant execute on function staff.search_orders(text) to haat_staff;
--! EndIncluded staff/search_orders.sql
--! Included staff/call_backs_due.sql
create or replace function staff.call_backs_due(store_id uuid default null) returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.* from app.orders t
  where t.status = 'follow_up' and t.follow_up_at <= (select internal.now()) and (call_backs_due.store_id is null or t.store_id = call_backs_due.store_id)
  order by t.follow_up_at, t.id;
end;
comment on function staff.call_backs_due(uuid) is 'Orders whose customer is to be called back by now, the longest waiting first.';
grant execute on function staff.call_backs_due(uuid) to haat_staff;
--! EndIncluded staff/call_backs_due.sql
--! Included ledger/check_coupon_orders.sql
create or replace view ledger.check_coupon_orders with (security_invoker = true) as
select coalesce(o.company_id, r.company_id) as company_id, coalesce(o.store_id, r.store_id) as store_id, format('order %s', coalesce(o.number, r.order_id::text)) as object,
  format('redeemed %s for customer %s', coalesce(r.coupon_id::text, 'nothing'), coalesce(r.customer_id::text, 'nobody')) as found,
  format('coupon %s, customer %s', coalesce(o.coupon_id::text, 'none'), coalesce(o.customer_id::text, 'none')) as expected
from (select t.* from app.orders t where t.coupon_id is not null) o
full join app.coupon_redemptions r on r.order_id = o.id
where o.id is null or r.order_id is null or r.coupon_id <> o.coupon_id or r.customer_id <> o.customer_id;
comment on view ledger.check_coupon_orders is 'An order with a coupon has redeemed that coupon, for its own customer, and no other order has.';
comment on column ledger.check_coupon_orders.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_coupon_orders.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_coupon_orders.object is 'What is wrong.';
comment on column ledger.check_coupon_orders.found is 'What stands there.';
comment on column ledger.check_coupon_orders.expected is 'What should.';
grant select on ledger.check_coupon_orders to haat_dba;
--! EndIncluded ledger/check_coupon_orders.sql
