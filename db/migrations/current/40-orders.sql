-- Customers, orders and money.
create table app.customers (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  full_name text not null check (length(full_name) between 1 and 200),
  email text check (email = lower(email) and length(email) between 3 and 320),
  phone text check (phone ~ '^01[3-9][0-9]{8}$'),
  status text not null default 'active' check (status in ('active', 'inactive', 'blocked')),
  type text not null default 'manual' check (type in ('manual', 'registered', 'guest')),
  gender text check (gender in ('male', 'female')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint customers_phone_key unique (store_id, phone),
  constraint customers_email_key unique (store_id, email)
);
create index customers_store_id_created_at_idx on app.customers (store_id, created_at desc, id desc);
create index customers_company_id_created_at_idx on app.customers (company_id, created_at desc, id desc);
create index customers_full_name_search_idx on app.customers using gin (lower(full_name) extensions.gin_trgm_ops);
create index customers_phone_search_idx on app.customers using gin (phone extensions.gin_trgm_ops);
create index customers_email_search_idx on app.customers using gin (email extensions.gin_trgm_ops);
comment on table app.customers is 'People who buy. phone is canonical (01XXXXXXXXX). spec: Customer';

create table app.customer_addresses (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  customer_id uuid not null,
  label text check (length(label) <= 100),
  recipient_name text check (length(recipient_name) <= 200),
  recipient_phone text check (length(recipient_phone) <= 50),
  address_line text not null check (length(address_line) between 1 and 1000),
  city text check (length(city) <= 200),
  area text check (length(area) <= 200),
  postal_code text check (length(postal_code) <= 20),
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, customer_id) references app.customers (store_id, id)
);
create index customer_addresses_customer_id_idx on app.customer_addresses (store_id, customer_id);
create unique index customer_addresses_one_default on app.customer_addresses (customer_id) where is_default;
comment on table app.customer_addresses is 'Saved addresses of a customer; at most one is the default.';

create table app.coupons (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  code text not null check (code = upper(code) and length(code) between 1 and 50),
  type text not null check (type in ('percent', 'fixed', 'free_shipping')),
  value numeric(12, 2) not null default 0 check (value >= 0),
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  minimum_subtotal numeric(12, 2) not null default 0 check (minimum_subtotal >= 0),
  maximum_discount numeric(12, 2) check (maximum_discount > 0),
  usage_limit integer check (usage_limit > 0),
  usage_limit_per_customer integer check (usage_limit_per_customer > 0),
  used_count integer not null default 0 check (used_count >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint coupons_code_key unique (store_id, code),
  constraint coupons_percent_is_at_most_100 check (type <> 'percent' or value between 0 and 100),
  constraint coupons_used_within_limit check (used_count <= usage_limit)
);
comment on table app.coupons is 'Discount codes. used_count is kept under a lock on this row and given back on cancel. decisions: 3';

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
  payment_status text not null default 'unpaid' check (payment_status in ('unpaid', 'partially_paid', 'paid', 'refunded')),
  fulfillment_status text not null default 'unfulfilled' check (fulfillment_status in ('unfulfilled', 'partially_fulfilled', 'fulfilled', 'returned')),
  subtotal numeric(12, 2) not null check (subtotal >= 0),
  discount_amount numeric(12, 2) not null default 0 check (discount_amount between 0 and subtotal),
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
  shipping_address jsonb check (jsonb_typeof(shipping_address) = 'object'),
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
  constraint orders_paid_amount_is_what_came_minus_what_went check (paid_amount = received_amount - refunded_amount - uncollected_amount),
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
comment on table app.orders is 'An order of a customer. Written by procedures only. spec: Order, States and transitions';
comment on column app.orders.received_amount is 'Sum of settled payments; voided ones do not count.';
comment on column app.orders.returned_amount is 'Value of goods received back from the customer: no longer owed.';
comment on column app.orders.waived_amount is 'Refunds given on a delivered order beyond what the customer was owed back: they do not become owed again.';
comment on column app.orders.uncollected_amount is 'What a courier paid out beyond what it later stated to have collected: paid_amount drops by it.';
comment on column app.orders.retained_amount is 'Set when an undelivered order came back: how much of an advance the store keeps. Null otherwise.';
comment on column app.orders.payment_method_id is 'The method the shopper chose at checkout, where one was chosen; a storefront order with an online one is cancelled when nothing is paid.';
comment on column app.orders.store_date is 'The day of the order on the store''s own calendar: the plan''s monthly quota counts it.';

create table app.order_moves (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
comment on table app.order_moves is 'Which status may follow which through the status route, one row a move. decisions: 3. Shared by all tenants.';
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
alter table app.orders add constraint orders_status_is_known check (status in ('pending', 'follow_up', 'confirmed', 'processing', 'ready_to_ship', 'in_transit', 'delivered', 'returned', 'failed_delivery', 'cancelled', 'hold', 'spam'));

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
  constraint order_items_line_total_adds_up check (line_total = quantity * coalesce(discount_price, unit_price) - discount_amount),
  constraint order_items_delivered_within_quantity check (delivered_quantity between 0 and quantity),
  constraint order_items_returned_within_delivered check (returned_quantity >= 0 and returned_quantity <= delivered_quantity),
  constraint order_items_damaged_within_returned check (damaged_quantity >= 0 and damaged_quantity <= quantity),
  constraint order_items_released_within_quantity check (released_quantity >= 0 and released_quantity + delivered_quantity <= quantity)
);
create index order_items_variant_id_idx on app.order_items (store_id, variant_id);
comment on table app.order_items is 'Lines of an order; names, SKU, options and prices as sold. The lines add up to the order. decisions: 2';
comment on column app.order_items.delivered_quantity is 'Units the customer took; returned_quantity of them came back, damaged_quantity were not sellable when received.';
comment on column app.order_items.released_quantity is 'Units whose reservation ended without a sale (cancelled, spam, or received back undelivered). Reserved = quantity - delivered - released.';
comment on column app.order_items.unit_cost is 'Average cost at delivery. Never in a response.';

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

create table app.payments (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('payment', 'refund')),
  status text not null check (status in ('pending', 'settled', 'voided')),
  amount numeric(12, 2) not null check (amount > 0),
  payment_method_id uuid not null,
  transaction_id text check (length(transaction_id) between 1 and 200),
  source text not null check (source in ('api', 'staff', 'courier')),
  refunds_payment_id uuid,
  is_after_delivery boolean not null default false,
  parcel_id uuid,
  note text check (length(note) <= 2000),
  received_at timestamptz,
  settled_at timestamptz,
  voided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, order_id) references app.orders (store_id, id),
  foreign key (store_id, payment_method_id) references app.payment_methods (store_id, id),
  foreign key (store_id, refunds_payment_id) references app.payments (store_id, id),
  constraint payments_settled_have_a_time check ((status = 'pending') = (settled_at is null)),
  constraint payments_only_refunds_name_a_payment check (kind = 'refund' or refunds_payment_id is null),
  constraint payments_only_refunds_follow_a_delivery check (kind = 'refund' or not is_after_delivery)
);
create index payments_order_id_idx on app.payments (store_id, order_id, created_at desc, id desc);
create index payments_settled_at_idx on app.payments (store_id, settled_at) where settled_at is not null;
create unique index payments_transaction_id_key on app.payments (store_id, transaction_id) where status = 'settled' and kind = 'payment';
create index payments_parcel_id_idx on app.payments (store_id, parcel_id) where parcel_id is not null;
comment on table app.payments is 'Money in (payment) and out (refund); amount is positive, kind gives the sign. A mistake is voided, never changed. decisions: 2';
comment on column app.payments.is_after_delivery is 'A refund given after the order was delivered: it never becomes owed again. One given before does.';

create table app.parcels (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  order_id uuid not null,
  courier_id uuid,
  status text not null check (status in ('booked', 'picked_up', 'delivered', 'delivery_failed', 'return_requested', 'received', 'cancelled')),
  tracking_code text check (length(tracking_code) between 1 and 100),
  cod_amount numeric(12, 2) not null default 0 check (cod_amount >= 0),
  collected_amount numeric(12, 2) check (collected_amount >= 0),
  payout_at timestamptz,
  booked_at timestamptz not null,
  picked_up_at timestamptz,
  delivered_at timestamptz,
  received_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, order_id) references app.orders (store_id, id),
  foreign key (company_id, courier_id) references app.couriers (company_id, id)
);
create index parcels_order_id_idx on app.parcels (store_id, order_id, created_at desc);
create unique index parcels_one_open_per_order on app.parcels (order_id) where status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
alter table app.payments add foreign key (store_id, parcel_id) references app.parcels (store_id, id);
comment on table app.parcels is 'A shipment of an order: by a courier, or recorded by hand (courier_id null). spec: Order transitions';
comment on column app.parcels.cod_amount is 'What the courier must collect: the order''s due_amount at booking, never its total.';
comment on column app.parcels.payout_at is 'When the courier paid out what it collected: only then is the order''s COD money counted as paid.';

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
