--! Previous: sha1:da1600e9468e380039e6ad7ec23f7e65bb22a010
--! Hash: sha1:63eb72553a5b60eacd88663dd5e470f268d6b4e5
--! Message: Types of the staff API

-- What staff procedures take and answer that is more than a row of a table. Each is a type of the staff GraphQL;
-- @words and @shapes name the words and arguments that it stands for.

create type staff.webhook_secret as (webhook_endpoint app.webhook_endpoints, secret text);
comment on type staff.webhook_secret is 'A webhook endpoint and its signing secret, which is shown this once.';
comment on column staff.webhook_secret.webhook_endpoint is 'The endpoint as it is kept.';
comment on column staff.webhook_secret.secret is 'Signs every delivery. Copy it now.';

create type staff.session as (
  token text, expires_at timestamptz, must_change_password boolean, must_set_up_two_factor boolean,
  device_token text);
comment on type staff.session is
  'A fresh sign-in. The token is shown this once; send it as "Authorization: Bearer <token>".';
comment on column staff.session.token is 'staff_ and 64 hexadecimal digits.';
comment on column staff.session.expires_at is 'When it ends by itself.';
comment on column staff.session.must_change_password is
  'True after signing in with a one-time password: change_own_password is the only thing to do next.';
comment on column staff.session.must_set_up_two_factor is
  'True where the company requires two-factor sign-in and this person has not set it up: nothing else can be done '
  'before.';
comment on column staff.session.device_token is
  'Keep it on this device and send it with the next sign-in: then wrong attempts of others never make you wait here.';

create type staff.viewer as (
  id uuid, full_name text, email text, role text, permissions text[], company_name text,
  session_expires_at timestamptz, must_change_password boolean);
comment on type staff.viewer is 'Who is signed in, and what they may do. An owner holds every permission.';
comment on column staff.viewer.id is 'The staff member.';
comment on column staff.viewer.full_name is 'Their name.';
comment on column staff.viewer.email is 'What they sign in with.';
comment on column staff.viewer.role is E'@words app.staff.role\nowner or agent.';
comment on column staff.viewer.permissions is
  E'@words app.staff.permissions\n'
  'What they may do: an owner everything; nothing while a one-time password is to be changed.';
comment on column staff.viewer.company_name is 'Whose staff they are.';
comment on column staff.viewer.session_expires_at is 'When this session ends by itself.';
comment on column staff.viewer.must_change_password is 'True while they have a one-time password.';

create type staff.issued_api_key as (api_key app.api_keys, plaintext text);
comment on type staff.issued_api_key is 'A new key. The plaintext is shown this once; a lost key is rotated.';
comment on column staff.issued_api_key.api_key is 'The key as it is kept.';
comment on column staff.issued_api_key.plaintext is 'What the integration sends. Copy it now.';

create type staff.invitation as (staff_member app.staff, one_time_password text, valid_until timestamptz);
comment on type staff.invitation is
  'A one-time password, shown this once. Whoever signs in with it has to choose their own before anything else.';
comment on column staff.invitation.staff_member is 'Whom it is for.';
comment on column staff.invitation.one_time_password is 'To be handed over by a safe way.';
comment on column staff.invitation.valid_until is 'When it stops working.';

create type staff.advance_payment_plan as (percent numeric, note text);
comment on type staff.advance_payment_plan is
  'Part of an order to be paid in advance, in percent, with a note for the shopper.';
comment on column staff.advance_payment_plan.percent is 'How much of the order is paid in advance.';
comment on column staff.advance_payment_plan.note is 'A remark.';

create type staff.order_line as (
  variant_id uuid, sku text, quantity integer, unit_price numeric, discount_price numeric);
comment on type staff.order_line is
  'A line of a new order: a variant by id or SKU. unit_price overrides the variant''s price; discount_price counts '
  'when it is above 0 and below the price.';
comment on column staff.order_line.variant_id is 'The variant.';
comment on column staff.order_line.sku is 'The SKU, where variant_id is not given.';
comment on column staff.order_line.quantity is 'How many units.';
comment on column staff.order_line.unit_price is 'Price of one unit in place of the variant''s own.';
comment on column staff.order_line.discount_price is
  'Selling price of one unit, where above 0 and below the regular one.';

create type staff.new_customer as (phone text, full_name text, email text);
comment on type staff.new_customer is
  'A customer by phone, in any Bangladeshi spelling. full_name is needed only when nobody has that phone.';
comment on column staff.new_customer.phone is
  'A Bangladeshi mobile number in any spelling; a customer who has it is found by it.';
comment on column staff.new_customer.full_name is 'Their name; needed when the phone is not known yet.';
comment on column staff.new_customer.email is 'Their email.';

create type staff.upfront_payment as (payment_method_id uuid, amount numeric, transaction_id text);
comment on type staff.upfront_payment is 'Money received with the order.';
comment on column staff.upfront_payment.payment_method_id is 'How it was paid.';
comment on column staff.upfront_payment.amount is 'How much, in the currency of the store.';
comment on column staff.upfront_payment.transaction_id is 'The gateway''s id; some payment methods need it.';

create type staff.status_count as (status text, orders integer, amount numeric(14, 2));
comment on type staff.status_count is 'How many orders are in a status, and what they come to.';
comment on column staff.status_count.status is E'@words app.orders.status\nThe status.';
comment on column staff.status_count.orders is 'How many.';
comment on column staff.status_count.amount is 'The sum of their totals.';

create type staff.day_of_sales as (day date, orders integer, net_sales numeric(14, 2));
comment on type staff.day_of_sales is
  'What was delivered on a day of the store''s own calendar: what the units that were kept cost, after discounts.';
comment on column staff.day_of_sales.day is 'The day.';
comment on column staff.day_of_sales.orders is 'Orders delivered on it.';
comment on column staff.day_of_sales.net_sales is 'The value of the units that were kept, after discounts.';

create type staff.outstanding as (orders integer, amount numeric(14, 2));
comment on type staff.outstanding is 'Orders with money still owed, and how much.';
comment on column staff.outstanding.orders is 'How many.';
comment on column staff.outstanding.amount is 'The sum of what is due.';

create type staff.overview as (
  orders_by_status staff.status_count[], call_backs_due integer, low_stock integer, not_shipped staff.outstanding,
  with_courier staff.outstanding, delivered_unpaid staff.outstanding, sales staff.day_of_sales[]);
comment on type staff.overview is 'The state of the day, as of now.';
comment on column staff.overview.orders_by_status is 'Orders of all time by status, most first.';
comment on column staff.overview.call_backs_due is
  'Orders whose customer is to be called back by now; call_backs_due lists them.';
comment on column staff.overview.low_stock is 'Stock levels at or below their threshold; low_stock lists them.';
comment on column staff.overview.not_shipped is 'Still owed on orders that have not left.';
comment on column staff.overview.with_courier is 'Still owed on orders that are with a courier.';
comment on column staff.overview.delivered_unpaid is
  'Still owed on delivered orders: cash whose payout is not recorded.';
comment on column staff.overview.sales is 'The last 30 days, today included, oldest first.';

create type staff.two_factor as (
  is_on boolean, is_required boolean, must_set_up boolean, recovery_codes_left integer);
comment on type staff.two_factor is 'Your two-factor sign-in.';
comment on column staff.two_factor.is_on is 'True when signing in asks you for a code.';
comment on column staff.two_factor.is_required is 'True when an owner requires it of all staff of the company.';
comment on column staff.two_factor.must_set_up is 'True while you can do nothing but set it up.';
comment on column staff.two_factor.recovery_codes_left is 'How many recovery codes you have left.';

create type staff.two_factor_setup as (secret text, uri text);
comment on type staff.two_factor_setup is 'What an authenticator app needs. It is shown this once.';
comment on column staff.two_factor_setup.secret is 'The secret in Base32, to be typed into the app.';
comment on column staff.two_factor_setup.uri is
  'The same as an otpauth address, which apps read from a QR code or a link.';

create type staff.recovery_sheet as (codes text[]);
comment on type staff.recovery_sheet is 'Codes for a lost phone. Each is good once; they are shown this once.';
comment on column staff.recovery_sheet.codes is 'Keep them on paper or in a password manager.';

create type staff.open_session as (
  id uuid, address text, user_agent text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
  is_current boolean);
comment on type staff.open_session is 'A session that is good now.';
comment on column staff.open_session.id is 'What end_session takes.';
comment on column staff.open_session.address is 'The network address it was opened from.';
comment on column staff.open_session.user_agent is 'The browser or program that opened it, as it calls itself.';
comment on column staff.open_session.created_at is 'When it was opened.';
comment on column staff.open_session.last_seen_at is 'Its last request, to within 15 minutes.';
comment on column staff.open_session.expires_at is 'When it ends by itself.';
comment on column staff.open_session.is_current is 'True for the session that asks.';

create type staff.goods_line as (variant_id uuid, sku text, quantity integer, unit_cost numeric);
comment on type staff.goods_line is 'Goods bought, or received.';
comment on column staff.goods_line.variant_id is 'The variant.';
comment on column staff.goods_line.sku is 'Its SKU, if variant_id is not given.';
comment on column staff.goods_line.quantity is 'How many units.';
comment on column staff.goods_line.unit_cost is
  'Cost of one unit, in the store''s currency. Of goods that were expected: that of the purchase, if left out.';

create type staff.counted_line as (variant_id uuid, sku text, counted integer);
comment on type staff.counted_line is E'@shapes recount.lines[]\nThe counted stock of one variant.';
comment on column staff.counted_line.variant_id is 'The variant.';
comment on column staff.counted_line.sku is 'Its SKU, if variant_id is not given.';
comment on column staff.counted_line.counted is 'How many units were counted.';

create type staff.moved_line as (variant_id uuid, sku text, quantity integer);
comment on type staff.moved_line is 'Goods that are brought to another location, or go back to the supplier.';
comment on column staff.moved_line.variant_id is 'The variant.';
comment on column staff.moved_line.sku is 'Its SKU, if variant_id is not given.';
comment on column staff.moved_line.quantity is 'How many units.';

create type staff.possible_move as (
  mutation text, to_status text, parcel_id uuid, return_id uuid, allowed boolean, reason text,
  required_arguments text[], at_most numeric(14, 2));
comment on type staff.possible_move is
  'Something that may be done with an order next, and whether it would be refused now.';
comment on column staff.possible_move.mutation is 'The mutation that does it.';
comment on column staff.possible_move.to_status is
  E'@words app.orders.status\n'
  'The status that changeOrderStatus is given; null for other mutations.';
comment on column staff.possible_move.parcel_id is 'The parcel that the mutation takes.';
comment on column staff.possible_move.return_id is 'The return that the mutation takes.';
comment on column staff.possible_move.allowed is
  'True when it would not be refused now, to this person, for what the order is.';
comment on column staff.possible_move.reason is 'Why it would be refused; null when allowed.';
comment on column staff.possible_move.required_arguments is
  'Arguments beside the record that it does not do without, as GraphQL names them.';
comment on column staff.possible_move.at_most is 'The largest amount that it takes; null where it takes none.';

create type staff.work_counts as (
  orders_today integer, my_orders integer, new_orders integer, call_backs_due integer, on_hold integer,
  to_pack integer, to_book integer, to_hand_over integer, with_couriers integer, parcels_coming_back integer,
  returns_requested integer, held_parcels integer, about_to_lapse integer, low_stock integer,
  without_price integer, failing_webhooks integer, without_picture integer, refunds_owed integer);
comment on type staff.work_counts is 'How much waits, of each kind. Each number stops at 1000: say "999+".';
comment on column staff.work_counts.orders_today is
  'Orders placed today, on the store''s own calendar; orders_of_day lists them.';
comment on column staff.work_counts.my_orders is 'Orders that are assigned to you and not over; my_orders lists them.';
comment on column staff.work_counts.new_orders is 'Orders to be confirmed.';
comment on column staff.work_counts.call_backs_due is 'Customers to be called back by now; call_backs_due lists them.';
comment on column staff.work_counts.on_hold is 'Orders that are held up.';
comment on column staff.work_counts.to_pack is 'Confirmed orders that are to be packed.';
comment on column staff.work_counts.to_book is 'Packed orders without a parcel.';
comment on column staff.work_counts.to_hand_over is
  'Booked parcels that wait for their courier; parcels_to_hand_over lists them.';
comment on column staff.work_counts.with_couriers is 'Parcels that are on the road; parcels_with_couriers lists them.';
comment on column staff.work_counts.parcels_coming_back is
  'Parcels that come back undelivered; parcels_coming_back lists them.';
comment on column staff.work_counts.returns_requested is
  'Returns of customers that have not arrived; returns_expected lists them.';
comment on column staff.work_counts.held_parcels is 'Parcels whose cash a courier still has; held_parcels lists them.';
comment on column staff.work_counts.about_to_lapse is
  'Unpaid storefront orders that will be cancelled by themselves; orders_about_to_lapse lists them.';
comment on column staff.work_counts.low_stock is 'Stock levels at or below their threshold; low_stock lists them.';
comment on column staff.work_counts.without_price is
  'Products on sale with a variant that costs nothing; products_without_price lists them.';
comment on column staff.work_counts.failing_webhooks is
  'Webhook endpoints that fail or were switched off for it; failing_webhooks lists them.';
comment on column staff.work_counts.without_picture is
  'Products on sale without an image; products_without_picture lists them.';
comment on column staff.work_counts.refunds_owed is 'Orders whose customer is owed money back.';

create type staff.courier_work as (
  courier_id uuid, name text, to_hand_over integer, with_courier integer, out_since timestamptz, days_out integer,
  coming_back integer, held_parcels integer, held_amount numeric(14, 2), held_since timestamptz);
comment on type staff.courier_work is 'What a courier has to take, has on the road, brings back, and holds in cash.';
comment on column staff.courier_work.courier_id is 'The courier; null for shipments recorded by hand.';
comment on column staff.courier_work.name is 'Name of the courier.';
comment on column staff.courier_work.to_hand_over is 'Parcels that wait for this courier; stops at 1000.';
comment on column staff.courier_work.with_courier is 'Parcels on the road with this courier; stops at 1000.';
comment on column staff.courier_work.out_since is 'Since when the oldest of them is out.';
comment on column staff.courier_work.days_out is 'How many whole days that is.';
comment on column staff.courier_work.coming_back is 'Parcels that this courier brings back; stops at 1000.';
comment on column staff.courier_work.held_parcels is 'Delivered parcels whose cash the courier holds.';
comment on column staff.courier_work.held_amount is 'How much it holds: collected and not paid out.';
comment on column staff.courier_work.held_since is 'Delivery of the oldest parcel whose cash it holds.';

create type staff.customer_record as (
  orders integer, delivered integer, returned integer, cancelled integer, returned_share numeric(5, 4),
  total_spent numeric(16, 2), last_order_at timestamptz);
comment on type staff.customer_record is 'What a customer''s orders came to.';
comment on column staff.customer_record.orders is 'Orders, without spam.';
comment on column staff.customer_record.delivered is 'Orders that the customer has.';
comment on column staff.customer_record.returned is 'Orders that came back.';
comment on column staff.customer_record.cancelled is 'Orders that were cancelled.';
comment on column staff.customer_record.returned_share is
  'The share of orders that came back among those that were sent and are over: 0 to 1; null before any was.';
comment on column staff.customer_record.total_spent is 'Total of the orders that the customer has.';
comment on column staff.customer_record.last_order_at is 'The last order that was not spam.';

create type staff.feed_entry as (
  id uuid, at timestamptz, actor_type text, actor_name text, subject text, subject_id uuid, subject_name text,
  action text, from_value text, to_value text, note text, detail jsonb);
comment on type staff.feed_entry is 'Something that happened: who, when, what, from what, to what.';
comment on column staff.feed_entry.id is 'What starting_after takes: the entries after this one are older.';
comment on column staff.feed_entry.at is 'When.';
comment on column staff.feed_entry.actor_type is 'Who did it: api_key, staff or system (timers).';
comment on column staff.feed_entry.actor_name is 'Their name as it was then.';
comment on column staff.feed_entry.subject is
  'What it was done to: order, parcel, payment, return, product, variant, stock, customer.';
comment on column staff.feed_entry.subject_id is 'The id of that.';
comment on column staff.feed_entry.subject_name is 'Its number, SKU or name, where it has one.';
comment on column staff.feed_entry.action is 'What was done.';
comment on column staff.feed_entry.from_value is
  'What it was before: a status, a number, or the fields that changed as JSON.';
comment on column staff.feed_entry.to_value is 'What it became.';
comment on column staff.feed_entry.note is 'What was remarked.';
comment on column staff.feed_entry.detail is 'Further facts, by action.';

create domain staff.goods_condition as text check (value in ('sellable', 'damaged'));
comment on domain staff.goods_condition is 'In what condition goods came back: sellable ones go into stock again.';

create type staff.line_quantity as (order_item_id uuid, quantity integer);
comment on type staff.line_quantity is
  E'@shapes create_return.lines[]\n'
  '@shapes record_partial_delivery.kept[]\n'
  'Units of a line of an order.';
comment on column staff.line_quantity.order_item_id is 'Which line of the order.';
comment on column staff.line_quantity.quantity is 'How many units of it.';

create type staff.received_line as (order_item_id uuid, quantity integer, condition staff.goods_condition);
comment on type staff.received_line is
  E'@shapes receive_return.lines[]\n'
  '@shapes receive_parcel.lines[]\n'
  'Units of a line of an order that came back.';
comment on column staff.received_line.order_item_id is 'Which line of the order.';
comment on column staff.received_line.quantity is 'How many units of it came back.';
comment on column staff.received_line.condition is 'Sellable, or damaged: those do not go back into stock.';

create type staff.shipping_address as (
  recipient_name text, recipient_phone text, address_line text, area text, city text, postal_code text,
  landmark text, note text);
comment on type staff.shipping_address is E'@shapes create_order.shipping_address\nWhere an order goes.';
comment on column staff.shipping_address.recipient_name is 'Who receives it.';
comment on column staff.shipping_address.recipient_phone is 'Whom the courier calls.';
comment on column staff.shipping_address.address_line is 'House, road, village.';
comment on column staff.shipping_address.area is 'Area, thana or upazila.';
comment on column staff.shipping_address.city is 'City or district.';
comment on column staff.shipping_address.postal_code is 'Postal code.';
comment on column staff.shipping_address.landmark is 'What is near it.';
comment on column staff.shipping_address.note is 'A remark for the courier.';

create type staff.signed_part as (
  part_number integer, url text, method text, headers jsonb, expires_at timestamptz);
comment on type staff.signed_part is 'Where a part of a video is sent.';
comment on column staff.signed_part.part_number is 'Which part, counted from 1.';
comment on column staff.signed_part.url is 'The address that takes its bytes.';
comment on column staff.signed_part.method is 'PUT.';
comment on column staff.signed_part.headers is 'Send these exactly.';
comment on column staff.signed_part.expires_at is 'Until when the address is good: 15 minutes.';

create type staff.sales_summary as (
  "from" date, "to" date, orders integer, gross_sales numeric(16, 2), net_sales numeric(16, 2),
  net_revenue numeric(16, 2), average_order_value numeric(16, 2), money_received numeric(16, 2));
comment on type staff.sales_summary is
  'What a store sold in a window of days, by the same sums as the sales summary of the API.';
comment on column staff.sales_summary."from" is 'The first day.';
comment on column staff.sales_summary."to" is 'The last day, included.';
comment on column staff.sales_summary.orders is 'Orders that were delivered in these days.';
comment on column staff.sales_summary.gross_sales is 'Their subtotals: before discounts, and with what came back.';
comment on column staff.sales_summary.net_sales is 'What the units that were kept cost after discounts.';
comment on column staff.sales_summary.net_revenue is 'Net sales and the shipping charged.';
comment on column staff.sales_summary.average_order_value is 'Net sales by order.';
comment on column staff.sales_summary.money_received is
  'Money that came, minus money that went back; null by channel.';

create type staff.stage_count as (stage text, orders integer);
comment on type staff.stage_count is 'How many orders stand at a stage. Each number stops at 1000: say "999+".';
comment on column staff.stage_count.stage is E'@words app.order_statuses.stage\nThe stage of the work.';
comment on column staff.stage_count.orders is 'Orders at it.';

create type staff.quoted_line as (
  line integer, variant_id uuid, sku text, product_name text, variant_name text, quantity integer,
  unit_price numeric(14, 2), discount_price numeric(14, 2), amount numeric(14, 2), available integer,
  is_short boolean);
comment on type staff.quoted_line is 'A line of an order that was not placed yet.';
comment on column staff.quoted_line.line is 'Its place among the lines that were sent, from 0.';
comment on column staff.quoted_line.variant_id is 'The variant.';
comment on column staff.quoted_line.sku is 'Its SKU.';
comment on column staff.quoted_line.product_name is 'The name of its product.';
comment on column staff.quoted_line.variant_name is 'Its own name.';
comment on column staff.quoted_line.quantity is 'Units.';
comment on column staff.quoted_line.unit_price is 'Regular price of one unit.';
comment on column staff.quoted_line.discount_price is
  'Selling price of one unit where it is below the regular one; null otherwise.';
comment on column staff.quoted_line.amount is 'quantity x selling price.';
comment on column staff.quoted_line.available is 'Units at the location that are not promised to orders.';
comment on column staff.quoted_line.is_short is
  'True when all lines of the variant together ask for more than is available.';

create type staff.order_quote as (
  lines staff.quoted_line[], subtotal numeric(14, 2), discount_amount numeric(14, 2),
  shipping_charge numeric(14, 2), tax_amount numeric(14, 2), total_amount numeric(14, 2), coupon_problem text);
comment on type staff.order_quote is 'What an order would cost now. Nothing is reserved and no coupon is used up.';
comment on column staff.order_quote.lines is 'The lines as they were sent, priced.';
comment on column staff.order_quote.subtotal is 'Lines at their selling price.';
comment on column staff.order_quote.discount_amount is 'What the coupon takes off.';
comment on column staff.order_quote.shipping_charge is 'Delivery charged; 0 with a free-shipping coupon.';
comment on column staff.order_quote.tax_amount is 'Tax charged.';
comment on column staff.order_quote.total_amount is 'subtotal - discount_amount + shipping_charge + tax_amount.';
comment on column staff.order_quote.coupon_problem is 'Why the coupon would be refused; null when it would not.';

create domain staff.payout_finding as text
  check (value in ('matches', 'less', 'more', 'already_paid', 'nothing_held', 'not_delivered', 'repeated',
  'other_courier', 'ambiguous', 'unknown'));

create type staff.payout_line as (code text, amount numeric);
comment on type staff.payout_line is 'A line of the sheet that a courier sends with its payout.';
comment on column staff.payout_line.code is 'A tracking code or an order number, in any case.';
comment on column staff.payout_line.amount is 'What the courier pays out for the parcel; left out, all that it holds.';

create type staff.payout_match as (
  line integer, code text, amount numeric(14, 2), finding staff.payout_finding, parcel_id uuid, order_id uuid,
  order_number text, held_amount numeric(14, 2), difference numeric(14, 2));
comment on type staff.payout_match is 'A line of a courier''s sheet beside our books.';
comment on column staff.payout_match.line is 'Its place among the lines that were sent, from 0.';
comment on column staff.payout_match.code is 'What the sheet calls the parcel.';
comment on column staff.payout_match.amount is
  'What the sheet says is paid out; all that is held where it does not say.';
comment on column staff.payout_match.finding is
  'matches, or what differs. less and more: the sheet names another amount than the courier holds. repeated: an '
  'earlier line names the same parcel.';
comment on column staff.payout_match.parcel_id is 'The parcel; null for unknown and ambiguous.';
comment on column staff.payout_match.order_id is 'Its order.';
comment on column staff.payout_match.order_number is 'The number of its order.';
comment on column staff.payout_match.held_amount is 'What the courier holds of its cash.';
comment on column staff.payout_match.difference is 'amount - held_amount.';

create type staff.payout_total as (finding staff.payout_finding, lines integer, amount numeric(16, 2));
comment on type staff.payout_total is 'The lines of a sheet with one finding.';
comment on column staff.payout_total.finding is 'The finding.';
comment on column staff.payout_total.lines is 'How many lines have it.';
comment on column staff.payout_total.amount is 'What the sheet says is paid out on them.';

create type staff.payout_comparison as (
  lines staff.payout_match[], totals staff.payout_total[], sheet_amount numeric(16, 2));
comment on type staff.payout_comparison is 'A courier''s sheet of payouts beside our books. Nothing is booked by it.';
comment on column staff.payout_comparison.lines is 'The lines as they were sent.';
comment on column staff.payout_comparison.totals is
  'Lines and amounts by finding; findings without a line are left out.';
comment on column staff.payout_comparison.sheet_amount is 'All amounts of the sheet together.';

create type staff.top_product as (
  rank integer, product_id uuid, variant_id uuid, product_name text, variant_name text, sku text,
  units_sold integer, units_returned integer, revenue numeric(16, 2));
comment on type staff.top_product is
  'What a variant earned in a window of days, by the same sums as the report of the API.';
comment on column staff.top_product.rank is 'Its place, from 1.';
comment on column staff.top_product.product_id is 'The product.';
comment on column staff.top_product.variant_id is 'The variant.';
comment on column staff.top_product.product_name is 'The present name of the product.';
comment on column staff.top_product.variant_name is 'The present name of the variant.';
comment on column staff.top_product.sku is 'The present SKU.';
comment on column staff.top_product.units_sold is 'Units that were delivered.';
comment on column staff.top_product.units_returned is 'Units of them that came back.';
comment on column staff.top_product.revenue is 'What the units that were kept cost after discounts.';

create type staff.stock_value as (
  location_id uuid, location text, variants integer, units bigint, value numeric(16, 2));
comment on type staff.stock_value is 'What the stock of a store at a location is worth, at the average cost.';
comment on column staff.stock_value.location_id is 'The location.';
comment on column staff.stock_value.location is 'Its name.';
comment on column staff.stock_value.variants is 'Variants that have a level there.';
comment on column staff.stock_value.units is 'Units on hand.';
comment on column staff.stock_value.value is 'Units by the average cost of their variant.';

create type staff.plan_use as (
  plan_name text, api_access boolean, advanced_reports boolean, product_videos boolean, reads_per_minute integer,
  writes_per_minute integer, orders_this_month integer, orders_per_month integer, products integer,
  max_products integer, video_bytes bigint, video_storage_bytes bigint, videos_per_product integer);
comment on type staff.plan_use is 'What the plan of the company allows, and what is used of it.';
comment on column staff.plan_use.plan_name is 'The name of the plan.';
comment on column staff.plan_use.api_access is 'Whether API keys work at all.';
comment on column staff.plan_use.advanced_reports is 'Whether reports have comparisons and top products.';
comment on column staff.plan_use.product_videos is 'Whether products may show videos.';
comment on column staff.plan_use.reads_per_minute is 'Reads that an API key may make in a minute.';
comment on column staff.plan_use.writes_per_minute is 'Writes that an API key may make in a minute.';
comment on column staff.plan_use.orders_this_month is
  'Orders since the month began on the calendar of the first store; 100000 means 100000 or more.';
comment on column staff.plan_use.orders_per_month is
  'Orders that the company may take in a month; null without limit.';
comment on column staff.plan_use.products is 'Products that are not archived.';
comment on column staff.plan_use.max_products is 'Products that the company may have; null without limit.';
comment on column staff.plan_use.video_bytes is 'Bytes of video that are used or reserved.';
comment on column staff.plan_use.video_storage_bytes is 'Bytes of video that the company may keep.';
comment on column staff.plan_use.videos_per_product is 'Videos that a product may show.';

create type staff.refused_line as (line integer, message text, fields jsonb);
comment on type staff.refused_line is 'A line of a job that was refused.';
comment on column staff.refused_line.line is 'From 1, as in the file that was sent.';
comment on column staff.refused_line.message is 'Why it was refused, for people.';
comment on column staff.refused_line.fields is
  'The fields that were wrong, each with its problems; null when none is named.';
