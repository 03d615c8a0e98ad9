--! Previous: sha1:ddd68eb83cc84af834d89dfe29219a6707b67995
--! Hash: sha1:4d3410cb565994bdf25a748f7ea9e6dcda75c9f3
--! Message: Orders

-- Orders, their lines, what happened to them, and returns of what was delivered.

create table app.orders (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  number text not null check (number ~ '^ORD-[0-9]{8}-[0-9]+$'),
  source text not null check (source in ('api', 'staff', 'storefront')),
  channel_id uuid not null,
  customer_id uuid not null,
  location_id uuid not null,
  status text not null default 'pending',
  payment_status text not null default 'unpaid'
    check (payment_status in ('unpaid', 'partially_paid', 'paid', 'refunded')),
  fulfillment_status text not null default 'unfulfilled'
    check (fulfillment_status in ('unfulfilled', 'partially_fulfilled', 'fulfilled', 'returned')),
  subtotal numeric(15, 2) not null check (subtotal >= 0),
  discount_amount numeric(15, 2) not null default 0 check (discount_amount between 0 and subtotal),
  shipping_charge numeric(12, 2) not null default 0 check (shipping_charge >= 0),
  tax_amount numeric(12, 2) not null default 0 check (tax_amount >= 0),
  total_amount numeric(12, 2) not null,
  received_amount numeric(12, 2) not null default 0 check (received_amount >= 0),
  refunded_amount numeric(12, 2) not null default 0 check (refunded_amount >= 0),
  uncollected_amount numeric(12, 2) not null default 0 check (uncollected_amount >= 0),
  returned_amount numeric(12, 2) not null default 0 check (returned_amount >= 0),
  waived_amount numeric(12, 2) not null default 0 check (waived_amount >= 0),
  retained_amount numeric(12, 2) check (retained_amount >= 0),
  paid_amount numeric(12, 2) not null default 0 check (paid_amount >= 0),
  due_amount numeric(12, 2) not null default 0 check (due_amount >= 0),
  shipping_address json check (json_typeof(shipping_address) = 'object'),
  coupon_id uuid,
  coupon jsonb,
  custom_fields jsonb check (jsonb_typeof(custom_fields) = 'object'),
  note text check (length(note) <= 5000),
  follow_up_at timestamptz,
  follow_up_note text check (length(follow_up_note) <= 2000),
  assignee_id uuid,
  payment_method_id uuid,
  store_date date not null,
  delivered_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, channel_id) references app.channels (store_id, id),
  foreign key (store_id, customer_id) references app.customers (store_id, id),
  foreign key (company_id, location_id) references app.locations (company_id, id),
  foreign key (store_id, coupon_id) references app.coupons (store_id, id),
  foreign key (company_id, assignee_id) references app.staff (company_id, id),
  foreign key (store_id, payment_method_id) references app.payment_methods (store_id, id),
  constraint orders_number_key unique (store_id, number),
  constraint orders_status_is_known
    check (status in ('pending', 'follow_up', 'confirmed', 'processing', 'ready_to_ship', 'in_transit',
    'delivered', 'returned', 'failed_delivery', 'cancelled', 'hold', 'spam')),
  constraint orders_paid_amount_is_what_came_minus_what_went
    check (paid_amount = received_amount - refunded_amount - uncollected_amount),
  constraint orders_total_adds_up check (total_amount = subtotal - discount_amount + shipping_charge + tax_amount)
);
create index orders_store_id_created_at_idx on app.orders (store_id, created_at desc, id desc);
create index orders_company_id_created_at_idx on app.orders (company_id, created_at desc, id desc);
create index orders_store_id_status_idx on app.orders (store_id, status, created_at desc, id desc);
create index orders_store_id_updated_at_idx on app.orders (store_id, updated_at);
create index orders_company_id_updated_at_idx on app.orders (company_id, updated_at);
create index orders_customer_id_idx on app.orders (store_id, customer_id, created_at desc);
create index orders_follow_up_at_idx on app.orders (store_id, follow_up_at) where follow_up_at is not null;
create index orders_assignee_id_idx on app.orders (company_id, assignee_id) where assignee_id is not null;
create index orders_delivered_at_idx on app.orders (store_id, delivered_at) where delivered_at is not null;
create index orders_number_search_idx on app.orders using gin (number extensions.gin_trgm_ops);
create index orders_due_amount_idx on app.orders (company_id, store_id, status) include (due_amount)
  where due_amount > 0;
comment on table app.orders is 'An order of a customer. Written by procedures only. spec: Order, States and transitions';
comment on column app.orders.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.orders.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.orders.store_id is 'The store. The fence compares it.';
comment on column app.orders.number is 'ORD-<day on the store''s calendar>-<sequence>; gaps are normal.';
comment on column app.orders.source is 'api, staff or storefront.';
comment on column app.orders.channel_id is 'Where it came from.';
comment on column app.orders.customer_id is 'Who ordered.';
comment on column app.orders.location_id is 'Where its goods are held and taken from.';
comment on column app.orders.status is 'Where it stands; moves are those of app.order_moves.';
comment on column app.orders.payment_status is 'unpaid, partially_paid, paid or refunded: from money only.';
comment on column app.orders.fulfillment_status is 'unfulfilled, partially_fulfilled, fulfilled or returned.';
comment on column app.orders.subtotal is 'Lines at their selling price.';
comment on column app.orders.discount_amount is 'What the coupon took off.';
comment on column app.orders.shipping_charge is 'Delivery charged; 0 with a free-shipping coupon.';
comment on column app.orders.tax_amount is 'Tax charged.';
comment on column app.orders.total_amount is 'subtotal - discount_amount + shipping_charge + tax_amount.';
comment on column app.orders.received_amount is 'Sum of settled payments; voided ones do not count.';
comment on column app.orders.refunded_amount is 'Sum of settled refunds.';
comment on column app.orders.uncollected_amount is 'What a courier paid out beyond what it later stated to have collected: paid_amount drops by it.';
comment on column app.orders.returned_amount is 'Value of goods received back from the customer: no longer owed.';
comment on column app.orders.waived_amount is 'Refunds given on a delivered order beyond what the customer was owed back: they do not become owed again.';
comment on column app.orders.retained_amount is 'Set when an undelivered order came back: how much of an advance the store keeps. Null otherwise.';
comment on column app.orders.paid_amount is 'received_amount - refunded_amount - uncollected_amount.';
comment on column app.orders.due_amount is 'Still owed, never below 0; 0 on cancelled, spam and returned orders.';
comment on column app.orders.shipping_address is 'As the client sent it.';
comment on column app.orders.coupon_id is 'The coupon used.';
comment on column app.orders.coupon is 'The coupon as it was: {id, code, type, value, discount_amount}.';
comment on column app.orders.custom_fields is 'A flat object of the store''s own fields.';
comment on column app.orders.note is 'What the shopper or staff remarked.';
comment on column app.orders.follow_up_at is 'When to call back; kept after the order leaves follow_up.';
comment on column app.orders.follow_up_note is 'What about.';
comment on column app.orders.assignee_id is 'The staff member who looks after it.';
comment on column app.orders.payment_method_id is 'The method the shopper chose at checkout, where one was chosen; a storefront order with an online one is cancelled when nothing is paid.';
comment on column app.orders.store_date is 'The day of the order on the store''s own calendar: the plan''s monthly quota counts it.';
comment on column app.orders.delivered_at is 'When the customer took it: sales count from here.';
comment on column app.orders.cancelled_at is 'When it was cancelled.';
comment on column app.orders.created_at is 'When the row was written, by internal.now().';
comment on column app.orders.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

create table app.order_moves (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
comment on table app.order_moves is 'Which status may follow which through the status route, one row a move. decisions: 3. Shared by all tenants.';
comment on column app.order_moves.from_status is 'The status it leaves.';
comment on column app.order_moves.to_status is 'The status it may take.';

insert into app.order_moves (from_status, to_status)
select f, t
from (values
  ('pending', array['follow_up', 'confirmed', 'processing', 'hold', 'cancelled', 'spam']),
  ('follow_up', array['pending', 'confirmed', 'hold', 'cancelled', 'spam']),
  ('hold', array['pending', 'follow_up', 'confirmed', 'processing', 'cancelled', 'spam']),
  ('confirmed', array['follow_up', 'processing', 'ready_to_ship', 'hold', 'cancelled']),
  ('processing', array['confirmed', 'ready_to_ship', 'hold', 'cancelled']),
  ('ready_to_ship', array['processing', 'in_transit', 'hold', 'cancelled']),
  ('in_transit', array['delivered', 'failed_delivery', 'returned']),
  ('failed_delivery', array['in_transit', 'delivered', 'returned']),
  ('spam', array['pending'])
) as m (f, ts), unnest(ts) as t;

create table app.order_items (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  order_id uuid not null,
  line integer not null check (line >= 0),
  product_id uuid not null,
  variant_id uuid not null,
  sku text not null,
  barcode text,
  product_name text not null,
  variant_name text not null,
  options jsonb not null default '[]',
  image_media_key text,
  quantity integer not null check (quantity between 1 and 1000000),
  delivered_quantity integer not null default 0,
  returned_quantity integer not null default 0,
  damaged_quantity integer not null default 0,
  released_quantity integer not null default 0,
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  discount_price numeric(12, 2) check (discount_price > 0 and discount_price < unit_price),
  discount_amount numeric(12, 2) not null default 0 check (discount_amount >= 0),
  line_total numeric(12, 2) not null check (line_total >= 0),
  unit_cost numeric(14, 4),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  unique (order_id, line),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, order_id) references app.orders (store_id, id),
  foreign key (store_id, product_id) references app.products (store_id, id),
  foreign key (store_id, variant_id) references app.variants (store_id, id),
  constraint order_items_line_total_adds_up
    check (line_total = quantity * coalesce(discount_price, unit_price) - discount_amount),
  constraint order_items_delivered_within_quantity check (delivered_quantity between 0 and quantity),
  constraint order_items_returned_within_delivered
    check (returned_quantity >= 0 and returned_quantity <= delivered_quantity),
  constraint order_items_damaged_within_returned check (damaged_quantity >= 0 and damaged_quantity <= quantity),
  constraint order_items_released_within_quantity
    check (released_quantity >= 0 and released_quantity + delivered_quantity <= quantity)
);
create index order_items_variant_id_idx on app.order_items (store_id, variant_id);
comment on table app.order_items is 'Lines of an order; names, SKU, options and prices as sold. The lines add up to the order. decisions: 2';
comment on column app.order_items.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.order_items.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.order_items.store_id is 'The store. The fence compares it.';
comment on column app.order_items.order_id is 'Its order.';
comment on column app.order_items.line is 'Place in the order, from 0.';
comment on column app.order_items.product_id is 'The product, for links; what was sold is in the snapshots.';
comment on column app.order_items.variant_id is 'The variant whose stock it takes.';
comment on column app.order_items.sku is 'SKU as sold.';
comment on column app.order_items.barcode is 'Barcode as sold.';
comment on column app.order_items.product_name is 'Name as sold.';
comment on column app.order_items.variant_name is 'Name as sold.';
comment on column app.order_items.options is 'Options as sold: [{attribute, value}].';
comment on column app.order_items.image_media_key is 'Picture as sold.';
comment on column app.order_items.quantity is 'Units ordered.';
comment on column app.order_items.delivered_quantity is 'Units the customer took; returned_quantity of them came back, damaged_quantity were not sellable when received.';
comment on column app.order_items.returned_quantity is 'Units that came back after delivery, damaged ones included.';
comment on column app.order_items.damaged_quantity is 'Units not sellable when received.';
comment on column app.order_items.released_quantity is 'Units whose reservation ended without a sale (cancelled, spam, or received back undelivered). Reserved = quantity - delivered - released.';
comment on column app.order_items.unit_price is 'Regular price of one unit.';
comment on column app.order_items.discount_price is 'Selling price of one unit where it was below the regular one; null otherwise.';
comment on column app.order_items.discount_amount is 'The line''s share of the coupon: shares add up to the order''s discount, to the poisha.';
comment on column app.order_items.line_total is 'quantity x selling price - discount_amount.';
comment on column app.order_items.unit_cost is 'Average cost at delivery. Never in a response.';
comment on column app.order_items.created_at is 'When the row was written, by internal.now().';
comment on column app.order_items.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

create table app.order_timeline (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  order_id uuid not null,
  action text not null check (length(action) between 1 and 50),
  from_status text,
  to_status text,
  note text check (length(note) <= 5000),
  detail jsonb,
  actor_type text not null check (actor_type in ('api_key', 'staff', 'system')),
  actor_id uuid,
  actor_name text not null,
  request_id text,
  created_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, order_id) references app.orders (store_id, id)
);
create index order_timeline_order_id_idx on app.order_timeline (store_id, order_id, created_at, id);
comment on table app.order_timeline is 'What happened to an order: who, when, from, to, note. Append only.';
comment on column app.order_timeline.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.order_timeline.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.order_timeline.store_id is 'The store. The fence compares it.';
comment on column app.order_timeline.order_id is 'Its order.';
comment on column app.order_timeline.action is 'What happened.';
comment on column app.order_timeline.from_status is 'Status before; null when the status did not move.';
comment on column app.order_timeline.to_status is 'Status after; null when the status did not move.';
comment on column app.order_timeline.note is 'What was remarked.';
comment on column app.order_timeline.detail is 'Further facts, by action.';
comment on column app.order_timeline.actor_type is 'Who did it: api_key, staff or system (timers).';
comment on column app.order_timeline.actor_id is 'The key or the staff member; null for the system.';
comment on column app.order_timeline.actor_name is 'Their name as it was then.';
comment on column app.order_timeline.request_id is 'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.order_timeline.created_at is 'When the row was written, by internal.now().';

create table app.coupon_redemptions (
  order_id uuid primary key,
  company_id uuid not null,
  store_id uuid not null,
  coupon_id uuid not null,
  customer_id uuid not null,
  given_back_at timestamptz,
  created_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, order_id) references app.orders (store_id, id),
  foreign key (store_id, coupon_id) references app.coupons (store_id, id),
  foreign key (store_id, customer_id) references app.customers (store_id, id)
);
create index coupon_redemptions_coupon_id_idx on app.coupon_redemptions (store_id, coupon_id, customer_id);
comment on table app.coupon_redemptions is 'Which order used which coupon. A cancelled order gives its use back.';
comment on column app.coupon_redemptions.order_id is 'The order that used it: an order uses at most one coupon.';
comment on column app.coupon_redemptions.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.coupon_redemptions.store_id is 'The store. The fence compares it.';
comment on column app.coupon_redemptions.coupon_id is 'The coupon.';
comment on column app.coupon_redemptions.customer_id is 'Who used it: limits per customer count this.';
comment on column app.coupon_redemptions.given_back_at is 'When a cancelled order gave the use back; null while it counts.';
comment on column app.coupon_redemptions.created_at is 'When the row was written, by internal.now().';

create table app.returns (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  order_id uuid not null,
  number text not null,
  status text not null check (status in ('requested', 'received', 'cancelled')),
  reason text check (length(reason) <= 2000),
  received_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, order_id) references app.orders (store_id, id),
  constraint returns_number_key unique (store_id, number)
);
create index returns_order_id_idx on app.returns (store_id, order_id);
comment on table app.returns is 'A customer''s return of delivered goods, from request to receipt.';
comment on column app.returns.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.returns.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.returns.store_id is 'The store. The fence compares it.';
comment on column app.returns.order_id is 'The order whose goods come back.';
comment on column app.returns.number is 'Number shown, unique in the store.';
comment on column app.returns.status is 'requested, received or cancelled.';
comment on column app.returns.reason is 'Why.';
comment on column app.returns.received_at is 'When the goods arrived.';
comment on column app.returns.created_at is 'When the row was written, by internal.now().';
comment on column app.returns.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

create table app.return_lines (
  return_id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  order_item_id uuid not null,
  quantity integer not null check (quantity > 0),
  sellable_quantity integer not null default 0 check (sellable_quantity >= 0),
  damaged_quantity integer not null default 0 check (damaged_quantity >= 0),
  primary key (return_id, order_item_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, return_id) references app.returns (store_id, id),
  foreign key (store_id, order_item_id) references app.order_items (store_id, id),
  constraint return_lines_received_within_quantity check (sellable_quantity + damaged_quantity <= quantity)
);
create index return_lines_order_item_id_idx on app.return_lines (store_id, order_item_id);
comment on table app.return_lines is 'What is asked back, and what was received as sellable or damaged.';
comment on column app.return_lines.return_id is 'Its return.';
comment on column app.return_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.return_lines.store_id is 'The store. The fence compares it.';
comment on column app.return_lines.order_item_id is 'The line that comes back.';
comment on column app.return_lines.quantity is 'Units asked back.';
comment on column app.return_lines.sellable_quantity is 'Units received that can be sold again.';
comment on column app.return_lines.damaged_quantity is 'Units received that cannot.';

create type internal.priced_line as (
  line integer,
  product_id uuid,
  variant_id uuid,
  is_for_sale boolean,
  sku text,
  barcode text,
  product_name text,
  variant_name text,
  options jsonb,
  image_media_key text,
  quantity integer,
  unit_price numeric(14, 2),
  discount_price numeric(14, 2),
  amount numeric
);
comment on type internal.priced_line is 'A line of an order as internal.price_lines gives it. line counts from 0; amount is quantity x selling price, in the store''s currency.';
