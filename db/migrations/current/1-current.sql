-- What the lists of work walk: the stage of an order, open parcels by age, cash that couriers hold, returns asked for.

alter table app.order_statuses add column if not exists stage text;
alter table app.order_statuses drop constraint if exists order_statuses_stage_check;
alter table app.order_statuses add constraint order_statuses_stage_check check (stage in
  ('new', 'call_back', 'on_hold', 'to_pack', 'to_ship', 'with_courier', 'delivered', 'returned', 'closed'));
comment on column app.order_statuses.stage is
  'What is to be done with the order next, as the lists of work are cut: new (to be confirmed), call_back, on_hold, to_pack, to_ship (packed), with_courier, delivered, returned, closed. Null: in none of these lists.';
alter table app.order_statuses no force row level security;
update app.order_statuses s set stage = w.stage
  from (values
    ('pending', 'new'), ('follow_up', 'call_back'), ('hold', 'on_hold'), ('confirmed', 'to_pack'),
    ('processing', 'to_pack'), ('ready_to_ship', 'to_ship'), ('in_transit', 'with_courier'),
    ('failed_delivery', 'with_courier'), ('delivered', 'delivered'), ('returned', 'returned'),
    ('cancelled', 'closed'), ('spam', 'closed')) as w (status, stage)
  where s.status = w.status and s.stage is null;
alter table app.order_statuses force row level security;

-- An order that a member of staff looks after and that is not over is found among all that were ever theirs.
create index if not exists orders_assignee_status_idx on app.orders (company_id, assignee_id, status, created_at, id)
  where assignee_id is not null;
create index if not exists orders_awaiting_payment_idx on app.orders (store_id, payment_method_id, created_at, id)
  where source = 'storefront' and status = 'pending' and received_amount = 0;

create index if not exists parcels_open_idx
  on app.parcels (store_id, status, (coalesce(picked_up_at, booked_at)), id)
  where status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
create index if not exists parcels_open_of_courier_idx
  on app.parcels (store_id, courier_id, status, (coalesce(picked_up_at, booked_at)), id)
  where courier_id is not null and status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
create index if not exists parcels_tracking_code_idx on app.parcels (store_id, lower(tracking_code))
  where tracking_code is not null;

-- What a courier paid out of a parcel's cash stands on the parcel, so that those with cash left are found by an index.
alter table app.parcels add column if not exists paid_out_amount numeric(12, 2) not null default 0;
alter table app.parcels drop constraint if exists parcels_paid_out_amount_check;
alter table app.parcels add constraint parcels_paid_out_amount_check check (paid_out_amount >= 0);
comment on column app.parcels.paid_out_amount is
  'What the courier paid out of it: the sum of the settled payments that name the parcel.';
alter table app.parcels no force row level security;
alter table app.payments no force row level security;
update app.parcels p set paid_out_amount = y.amount
  from (
    select t.parcel_id, sum(t.amount) as amount from app.payments t
    where t.parcel_id is not null and t.kind = 'payment' and t.status = 'settled' group by t.parcel_id
  ) y
  where p.id = y.parcel_id and p.paid_out_amount <> y.amount;
alter table app.parcels force row level security;
alter table app.payments force row level security;
create index if not exists parcels_held_cash_idx on app.parcels (store_id, courier_id, delivered_at, id)
  where courier_id is not null and delivered_at is not null
    and coalesce(collected_amount, cod_amount) > paid_out_amount;

create index if not exists returns_requested_idx on app.returns (store_id, created_at, id)
  where status = 'requested';

create index if not exists variants_without_price_idx on app.variants (store_id, product_id)
  where price = 0 and status = 'active';

-- A page of an object's activity, however much there is of it.
create index if not exists activity_log_object_id_created_at_idx
  on app.activity_log (company_id, object_id, created_at desc, id desc) where object_id is not null;
drop index if exists app.activity_log_object_id_idx;

do $$
begin
  if to_regtype('staff.possible_move') is null then
    create type staff.possible_move as (
      mutation text, to_status text, parcel_id uuid, return_id uuid, allowed boolean, reason text);
  end if;
  if to_regtype('staff.work_counts') is null then
    create type staff.work_counts as (
      orders_today integer, my_orders integer, new_orders integer, call_backs_due integer, on_hold integer,
      to_pack integer, to_book integer, to_hand_over integer, with_couriers integer, parcels_coming_back integer,
      returns_requested integer, held_parcels integer, about_to_lapse integer, low_stock integer,
      without_price integer, failing_webhooks integer);
  end if;
  if to_regtype('staff.courier_work') is null then
    create type staff.courier_work as (
      courier_id uuid, name text, to_hand_over integer, with_courier integer, out_since timestamptz, days_out integer,
      coming_back integer, held_parcels integer, held_amount numeric(14, 2), held_since timestamptz);
  end if;
  if to_regtype('staff.customer_record') is null then
    create type staff.customer_record as (
      orders integer, delivered integer, returned integer, cancelled integer, returned_share numeric(5, 4),
      total_spent numeric(16, 2), last_order_at timestamptz);
  end if;
  if to_regtype('staff.feed_entry') is null then
    create type staff.feed_entry as (
      id uuid, at timestamptz, actor_type text, actor_name text, subject text, subject_id uuid, subject_name text,
      action text, from_value text, to_value text, note text, detail jsonb);
  end if;
end
$$;
comment on type staff.possible_move is 'Something that may be done with an order next, and whether it would be refused now.';
comment on column staff.possible_move.mutation is 'The mutation that does it.';
comment on column staff.possible_move.to_status is E'@words app.orders.status\nThe status that changeOrderStatus is given; null for other mutations.';
comment on column staff.possible_move.parcel_id is 'The parcel that the mutation takes.';
comment on column staff.possible_move.return_id is 'The return that the mutation takes.';
comment on column staff.possible_move.allowed is 'True when it would not be refused now, to this person, for what the order is.';
comment on column staff.possible_move.reason is 'Why it would be refused; null when allowed.';
comment on type staff.work_counts is 'How much waits, of each kind. Each number stops at 1000: say "999+".';
comment on column staff.work_counts.orders_today is 'Orders placed today, on the store''s own calendar; orders_of_day lists them.';
comment on column staff.work_counts.my_orders is 'Orders that are assigned to you and not over; my_orders lists them.';
comment on column staff.work_counts.new_orders is 'Orders to be confirmed.';
comment on column staff.work_counts.call_backs_due is 'Customers to be called back by now; call_backs_due lists them.';
comment on column staff.work_counts.on_hold is 'Orders that are held up.';
comment on column staff.work_counts.to_pack is 'Confirmed orders that are to be packed.';
comment on column staff.work_counts.to_book is 'Packed orders without a parcel.';
comment on column staff.work_counts.to_hand_over is 'Booked parcels that wait for their courier; parcels_to_hand_over lists them.';
comment on column staff.work_counts.with_couriers is 'Parcels that are on the road; parcels_with_couriers lists them.';
comment on column staff.work_counts.parcels_coming_back is 'Parcels that come back undelivered; parcels_coming_back lists them.';
comment on column staff.work_counts.returns_requested is 'Returns of customers that have not arrived; returns_expected lists them.';
comment on column staff.work_counts.held_parcels is 'Parcels whose cash a courier still has; held_parcels lists them.';
comment on column staff.work_counts.about_to_lapse is 'Unpaid storefront orders that will be cancelled by themselves; orders_about_to_lapse lists them.';
comment on column staff.work_counts.low_stock is 'Stock levels at or below their threshold; low_stock lists them.';
comment on column staff.work_counts.without_price is 'Products on sale with a variant that costs nothing; products_without_price lists them.';
comment on column staff.work_counts.failing_webhooks is 'Webhook endpoints that fail or were switched off for it; failing_webhooks lists them.';
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
comment on type staff.customer_record is 'What a customer''s orders came to.';
comment on column staff.customer_record.orders is 'Orders, without spam.';
comment on column staff.customer_record.delivered is 'Orders that the customer has.';
comment on column staff.customer_record.returned is 'Orders that came back.';
comment on column staff.customer_record.cancelled is 'Orders that were cancelled.';
comment on column staff.customer_record.returned_share is 'The share of orders that came back among those that were sent and are over: 0 to 1; null before any was.';
comment on column staff.customer_record.total_spent is 'Total of the orders that the customer has.';
comment on column staff.customer_record.last_order_at is 'The last order that was not spam.';
comment on type staff.feed_entry is 'Something that happened: who, when, what, from what, to what.';
comment on column staff.feed_entry.id is 'What starting_after takes: the entries after this one are older.';
comment on column staff.feed_entry.at is 'When.';
comment on column staff.feed_entry.actor_type is 'Who did it: api_key, staff or system (timers).';
comment on column staff.feed_entry.actor_name is 'Their name as it was then.';
comment on column staff.feed_entry.subject is 'What it was done to: order, parcel, payment, return, product, variant, stock, customer.';
comment on column staff.feed_entry.subject_id is 'The id of that.';
comment on column staff.feed_entry.subject_name is 'Its number, SKU or name, where it has one.';
comment on column staff.feed_entry.action is 'What was done.';
comment on column staff.feed_entry.from_value is 'What it was before: a status, a number, or the fields that changed as JSON.';
comment on column staff.feed_entry.to_value is 'What it became.';
comment on column staff.feed_entry.note is 'What was remarked.';
comment on column staff.feed_entry.detail is 'Further facts, by action.';

-- What people booked of a variant, among all that orders reserve and take.
create index if not exists stock_movements_rare_of_variant_idx
  on app.stock_movements (variant_id, created_at desc, id desc)
  where type <> all (array['reservation', 'release', 'sale']);
