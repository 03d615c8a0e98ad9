--! Previous: sha1:06b67cc070d7fa60313930c558e8846bdbd486d3
--! Hash: sha1:df8fccf4a16ae8207039a626f04a38a922ffad31
--! Message: Orders, parcels and coupons

-- Orders, their lines, statuses, parcels and returns, what happened to them, and the coupons they use.

create table app.coupons (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  code text not null check (code = upper(code) and length(code) between 1 and 50),
  type text not null check (type in ('percent', 'fixed', 'free_shipping')),
  value numeric(12, 2) not null default 0 check (value >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  minimum_subtotal numeric(12, 2) not null default 0 check (minimum_subtotal >= 0),
  maximum_discount numeric(12, 2) check (maximum_discount > 0),
  usage_limit integer check (usage_limit > 0),
  usage_limit_per_customer integer check (usage_limit_per_customer > 0),
  used_count integer not null default 0 check (used_count >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint coupons_code_key unique (store_id, code),
  constraint coupons_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  check (ends_at > starts_at),
  constraint coupons_percent_is_at_most_100 check (type <> 'percent' or value between 0 and 100),
  constraint coupons_used_within_limit check (used_count <= usage_limit)
);

-- What a status of an order means, in one place: the rules of transitions, stock, money, reports and checks read it
-- here.
create table app.order_statuses (
  status text primary key check (status ~ '^[a-z][a-z_]*$' and length(status) <= 50),
  position integer not null unique,
  description text not null check (length(description) between 1 and 200),
  stock text not null check (stock in ('reserved', 'sold', 'returning', 'none')),
  cash_state text check (cash_state in ('not_shipped', 'with_courier', 'delivered_unpaid')),
  parcel text not null check (parcel in ('kept', 'out', 'failed', 'delivered', 'cancelled')),
  is_cancelled boolean not null default false,
  is_genuine boolean not null default true,
  is_open boolean not null generated always as (stock = 'reserved') stored,
  owes boolean not null generated always as (cash_state is not null) stored,
  is_shipped boolean not null generated always as ((stock in ('sold', 'returning'))
    or coalesce(cash_state = 'with_courier', false)) stored,
  stage text check (stage in ('new', 'call_back', 'on_hold', 'to_pack', 'to_ship', 'with_courier', 'delivered',
    'returned', 'closed')),
  constraint order_statuses_cash_is_where_the_goods_are check (case stock
    when 'reserved' then (cash_state in ('not_shipped', 'with_courier')) and cash_state is not null
    when 'sold' then cash_state = 'delivered_unpaid' and cash_state is not null
    else cash_state is null end),
  constraint order_statuses_parcel_fits_the_goods check (case stock
    when 'reserved' then parcel = 'kept' or (parcel in ('out', 'failed')) and cash_state = 'with_courier'
    when 'sold' then parcel = 'delivered'
    when 'returning' then parcel = 'kept'
    else parcel = 'cancelled' end),
  constraint order_statuses_a_cancelled_order_holds_nothing check (not is_cancelled or stock = 'none')
);

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
  discount_amount numeric(15, 2) not null default 0,
  shipping_charge numeric(12, 2) not null default 0 check (shipping_charge >= 0),
  tax_amount numeric(12, 2) not null default 0 check (tax_amount >= 0),
  total_amount numeric(12, 2) not null,
  received_amount numeric(12, 2) not null default 0 check (received_amount >= 0),
  refunded_amount numeric(12, 2) not null default 0 check (refunded_amount >= 0),
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
  held_by_courier_amount numeric(12, 2) not null default 0 check (held_by_courier_amount >= 0),
  to_refund_amount numeric(12, 2) not null default 0 check (to_refund_amount >= 0),
  with_courier_quantity integer not null default 0 check (with_courier_quantity >= 0),
  coming_back_quantity integer not null default 0 check (coming_back_quantity >= 0),
  constraint orders_number_key unique (store_id, number),
  constraint orders_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, location_id) references app.locations (company_id, id),
  foreign key (company_id, assignee_id) references app.staff (company_id, id),
  constraint orders_status_is_known foreign key (status) references app.order_statuses,
  constraint orders_store_id_channel_id_fkey foreign key (company_id, store_id, channel_id)
    references app.channels (company_id, store_id, id),
  constraint orders_store_id_coupon_id_fkey foreign key (company_id, store_id, coupon_id)
    references app.coupons (company_id, store_id, id),
  constraint orders_store_id_customer_id_fkey foreign key (company_id, store_id, customer_id)
    references app.customers (company_id, store_id, id),
  constraint orders_store_id_payment_method_id_fkey foreign key (company_id, store_id, payment_method_id)
    references app.payment_methods (company_id, store_id, id),
  check (discount_amount between 0 and subtotal),
  constraint orders_total_adds_up check (total_amount = (subtotal - discount_amount + shipping_charge + tax_amount)),
  constraint orders_paid_amount_is_what_came_less_what_went
    check (paid_amount = greatest(0, received_amount - refunded_amount))
);
create index orders_store_id_created_at_idx on app.orders (store_id, created_at desc, id desc);
create index orders_company_id_created_at_idx on app.orders (company_id, created_at desc, id desc);
create index orders_customer_id_idx on app.orders (store_id, customer_id, created_at desc);
create index orders_delivered_at_idx on app.orders (store_id, delivered_at) where delivered_at is not null;
create index orders_coupon_idx on app.orders (store_id, coupon_id) where coupon_id is not null;
create index orders_groups_idx on app.orders (store_id, status, payment_status, fulfillment_status, channel_id,
  created_at desc, id desc);
create index orders_assignee_idx on app.orders (company_id, assignee_id, created_at desc, id desc)
  where assignee_id is not null;
create index orders_number_trigrams_idx on app.orders using gin (lower(number) extensions.gin_trgm_ops);
create index orders_assignee_status_idx on app.orders (company_id, assignee_id, status, created_at, id)
  where assignee_id is not null;
create index orders_awaiting_payment_idx on app.orders (store_id, payment_method_id, created_at, id)
  where source = 'storefront' and status = 'pending' and received_amount = 0;
create index orders_call_backs_idx on app.orders (store_id, status, follow_up_at, id)
  where follow_up_at is not null;
create index orders_with_follow_up_idx on app.orders (store_id, created_at desc, id desc) include (follow_up_at)
  where follow_up_at is not null;
create index orders_lifespans_idx on app.orders (store_id, status, internal.lifespan_class(updated_at - created_at),
  created_at, id);
create index orders_city_idx on app.orders (company_id, lower(shipping_address ->> 'city'))
  where (shipping_address ->> 'city') is not null;
create index orders_to_refund_idx on app.orders (store_id, created_at, id) where to_refund_amount > 0;
alter table app.staff_notes add foreign key (company_id, store_id, order_id)
  references app.orders (company_id, store_id, id);

create table app.order_transitions (
  from_status text not null references app.order_statuses,
  to_status text not null references app.order_statuses,
  only_by text check (only_by in ('parcel', 'return')),
  primary key (from_status, to_status)
);

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
  discount_price numeric(12, 2),
  discount_amount numeric(12, 2) not null default 0 check (discount_amount >= 0),
  line_total numeric(12, 2) not null check (line_total >= 0),
  unit_cost numeric(14, 4),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, line),
  constraint order_items_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id) not enforced,
  constraint order_items_store_id_order_id_fkey foreign key (company_id, store_id, order_id)
    references app.orders (company_id, store_id, id),
  constraint order_items_store_id_product_id_fkey foreign key (company_id, store_id, product_id)
    references app.products (company_id, store_id, id),
  constraint order_items_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id)
    references app.variants (company_id, store_id, id),
  check (discount_price > 0 and discount_price < unit_price),
  constraint order_items_line_total_adds_up
    check (line_total = (quantity * coalesce(discount_price, unit_price) - discount_amount)),
  constraint order_items_delivered_within_quantity check (delivered_quantity between 0 and quantity),
  constraint order_items_returned_within_delivered check (returned_quantity between 0 and delivered_quantity),
  constraint order_items_damaged_within_returned check (damaged_quantity between 0 and quantity),
  constraint order_items_released_within_quantity check (released_quantity >= 0
    and (released_quantity + delivered_quantity) <= quantity)
);
create index order_items_variant_id_idx on app.order_items (store_id, variant_id);
create index order_items_updated_at_idx on app.order_items using brin (updated_at);

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
  foreign key (company_id, store_id) references app.stores (company_id, id) not enforced,
  constraint order_timeline_store_id_order_id_fkey foreign key (company_id, store_id, order_id)
    references app.orders (company_id, store_id, id)
);
create index order_timeline_order_id_idx on app.order_timeline (store_id, order_id, created_at, id);

create table app.coupon_redemptions (
  order_id uuid primary key,
  company_id uuid not null,
  store_id uuid not null,
  coupon_id uuid not null,
  customer_id uuid not null,
  given_back_at timestamptz,
  created_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint coupon_redemptions_store_id_coupon_id_fkey foreign key (company_id, store_id, coupon_id)
    references app.coupons (company_id, store_id, id),
  constraint coupon_redemptions_store_id_customer_id_fkey foreign key (company_id, store_id, customer_id)
    references app.customers (company_id, store_id, id),
  constraint coupon_redemptions_store_id_order_id_fkey foreign key (company_id, store_id, order_id)
    references app.orders (company_id, store_id, id)
);
create index coupon_redemptions_coupon_id_idx on app.coupon_redemptions (store_id, coupon_id, customer_id);
create index coupon_redemptions_customer_idx on app.coupon_redemptions (store_id, customer_id);

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
  constraint returns_number_key unique (store_id, number),
  constraint returns_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint returns_store_id_order_id_fkey foreign key (company_id, store_id, order_id)
    references app.orders (company_id, store_id, id)
);
create index returns_order_id_idx on app.returns (store_id, order_id);
create index returns_requested_idx on app.returns (store_id, created_at, id) where status = 'requested';

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
  constraint return_lines_store_id_order_item_id_fkey foreign key (company_id, store_id, order_item_id)
    references app.order_items (company_id, store_id, id),
  constraint return_lines_store_id_return_id_fkey foreign key (company_id, store_id, return_id)
    references app.returns (company_id, store_id, id),
  constraint return_lines_received_within_quantity check ((sellable_quantity + damaged_quantity) <= quantity)
);
create index return_lines_order_item_id_idx on app.return_lines (store_id, order_item_id);

create table app.parcels (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  order_id uuid not null,
  courier_id uuid,
  status text not null check (status in ('booked', 'picked_up', 'delivered', 'delivery_failed', 'return_requested',
    'received', 'cancelled')),
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
  paid_out_amount numeric(12, 2) not null default 0 check (paid_out_amount >= 0),
  is_pickup_recorded boolean not null default false,
  charged_amount numeric(12, 2) not null default 0 check (charged_amount >= 0),
  written_off_amount numeric(12, 2) not null default 0 check (written_off_amount >= 0),
  held_amount numeric(12, 2) not null default 0 check (held_amount >= 0),
  work text check (work in ('to_hand_over', 'with_courier', 'coming_back')),
  constraint parcels_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, courier_id) references app.couriers (company_id, id),
  constraint parcels_store_id_order_id_fkey foreign key (company_id, store_id, order_id)
    references app.orders (company_id, store_id, id),
  constraint parcels_are_picked_up_unless_they_wait check (status = 'cancelled'
    or (status = 'booked') = (picked_up_at is null))
);
create index parcels_order_id_idx on app.parcels (store_id, order_id, created_at desc);
create index parcels_courier_idx on app.parcels (company_id, courier_id) where courier_id is not null;
create unique index parcels_one_open_per_order on app.parcels (order_id, company_id)
  where status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
create index parcels_updated_at_idx on app.parcels using brin (updated_at);
create index parcels_tracking_code_idx on app.parcels (store_id, lower(tracking_code))
  where tracking_code is not null;
create index parcels_held_cash_idx on app.parcels (store_id, delivered_at, id) where held_amount > 0;
create index parcels_held_cash_of_courier_idx on app.parcels (store_id, courier_id, delivered_at, id)
  where held_amount > 0;
create index parcels_work_idx on app.parcels (store_id, work, coalesce(picked_up_at, booked_at), id)
  where work is not null;
create index parcels_work_of_courier_idx on app.parcels (store_id, courier_id, work, coalesce(picked_up_at,
  booked_at), id) where work is not null;

-- How many orders a store has in each status, and what they cost and owe, kept by the transactions that change it as
-- the sales are (app.sales_changes): each adds rows that no other transaction waits for, a timer folds them, and a
-- reader sums both. No key to the store: it is the order's, and a trigger alone writes it.
create table app.order_count_changes (
  id bigint generated always as identity,
  company_id uuid not null,
  store_id uuid not null,
  status text not null,
  orders integer not null,
  total_amount numeric(14, 2) not null,
  owing_orders integer not null,
  due_amount numeric(14, 2) not null,
  primary key (company_id, store_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);

create table app.order_counts (
  company_id uuid not null,
  store_id uuid not null,
  status text not null references app.order_statuses,
  orders bigint not null,
  total_amount numeric(18, 2) not null,
  owing_orders bigint not null,
  due_amount numeric(18, 2) not null,
  primary key (company_id, store_id, status),
  foreign key (company_id, store_id) references app.stores (company_id, id)
);

insert into app.order_statuses (status, position, description, stock, cash_state, parcel, is_cancelled, is_genuine,
  stage)
values
  ('pending', 1, 'Placed, and not looked at yet.', 'reserved', 'not_shipped', 'kept', false, true, 'new'),
  ('follow_up', 2, 'The customer is to be called back.', 'reserved', 'not_shipped', 'kept', false, true,
    'call_back'),
  ('confirmed', 3, 'The customer confirmed the order.', 'reserved', 'not_shipped', 'kept', false, true, 'to_pack'),
  ('processing', 4, 'The goods are being packed.', 'reserved', 'not_shipped', 'kept', false, true, 'to_pack'),
  ('ready_to_ship', 5, 'Packed; waits for the courier.', 'reserved', 'not_shipped', 'kept', false, true, 'to_ship'),
  ('in_transit', 6, 'On the way to the customer.', 'reserved', 'with_courier', 'out', false, true, 'with_courier'),
  ('delivered', 7, 'The customer has the goods, all or part of them.', 'sold', 'delivered_unpaid', 'delivered',
    false, true, 'delivered'),
  ('returned', 8, 'The goods come back, or came back.', 'returning', null, 'kept', false, true, 'returned'),
  ('failed_delivery', 9, 'The courier could not deliver.', 'reserved', 'with_courier', 'failed', false, true,
    'with_courier'),
  ('cancelled', 10, 'Called off before it was shipped.', 'none', null, 'cancelled', true, true, 'closed'),
  ('hold', 11, 'Waits for something, at the store''s wish.', 'reserved', 'not_shipped', 'kept', false, true,
    'on_hold'),
  ('spam', 12, 'No customer asked for it.', 'none', null, 'cancelled', false, false, 'closed');

insert into app.order_transitions (from_status, to_status, only_by)
values
  ('pending', 'follow_up', null), ('pending', 'confirmed', null), ('pending', 'processing', null),
  ('pending', 'cancelled', null), ('pending', 'hold', null), ('pending', 'spam', null),
  ('follow_up', 'pending', null), ('follow_up', 'confirmed', null), ('follow_up', 'cancelled', null),
  ('follow_up', 'hold', null), ('follow_up', 'spam', null),
  ('confirmed', 'follow_up', null), ('confirmed', 'processing', null), ('confirmed', 'ready_to_ship', null),
  ('confirmed', 'in_transit', 'parcel'), ('confirmed', 'cancelled', null), ('confirmed', 'hold', null),
  ('processing', 'confirmed', null), ('processing', 'ready_to_ship', null), ('processing', 'in_transit', 'parcel'),
  ('processing', 'cancelled', null), ('processing', 'hold', null),
  ('ready_to_ship', 'processing', null), ('ready_to_ship', 'in_transit', null),
  ('ready_to_ship', 'cancelled', null), ('ready_to_ship', 'hold', null),
  ('in_transit', 'ready_to_ship', 'parcel'), ('in_transit', 'delivered', null), ('in_transit', 'returned', null),
  ('in_transit', 'failed_delivery', null),
  ('delivered', 'in_transit', 'parcel'), ('delivered', 'returned', 'return'),
  ('returned', 'ready_to_ship', 'parcel'), ('returned', 'in_transit', 'parcel'),
  ('returned', 'delivered', 'return'),
  ('failed_delivery', 'in_transit', null), ('failed_delivery', 'delivered', null),
  ('failed_delivery', 'returned', null),
  ('hold', 'pending', null), ('hold', 'follow_up', null), ('hold', 'confirmed', null),
  ('hold', 'processing', null), ('hold', 'cancelled', null), ('hold', 'spam', null),
  ('spam', 'pending', null);

create type internal.priced_line as (
  line integer, product_id uuid, variant_id uuid, is_for_sale boolean, sku text, barcode text, product_name text,
  variant_name text, options jsonb, image_media_key text, quantity integer, unit_price numeric(14, 2),
  discount_price numeric(14, 2), amount numeric);
comment on type internal.priced_line is
  'A line of an order as internal.price_lines gives it. line counts from 0; amount is quantity x selling price, in '
  'the store''s currency.';
comment on column internal.priced_line.line is 'Number of the line, from 0.';
comment on column internal.priced_line.product_id is 'The product; null when the variant was not found.';
comment on column internal.priced_line.variant_id is 'The variant; null when it was not found.';
comment on column internal.priced_line.is_for_sale is 'Whether product and variant are active.';
comment on column internal.priced_line.sku is 'SKU of the variant.';
comment on column internal.priced_line.barcode is 'Barcode of the variant.';
comment on column internal.priced_line.product_name is 'Name of the product.';
comment on column internal.priced_line.variant_name is 'Name of the variant.';
comment on column internal.priced_line.options is 'Options of the variant.';
comment on column internal.priced_line.image_media_key is 'Key of the image shown with the line.';
comment on column internal.priced_line.quantity is 'Units ordered.';
comment on column internal.priced_line.unit_price is 'Price of one unit.';
comment on column internal.priced_line.discount_price is
  'Selling price of one unit, where it is above 0 and below the price.';
comment on column internal.priced_line.amount is 'Quantity x selling price, in the store''s currency.';
