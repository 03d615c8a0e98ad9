--! Previous: sha1:4d3410cb565994bdf25a748f7ea9e6dcda75c9f3
--! Hash: sha1:bca83f74fce921c765d2fd0833b5d2a4176e7328
--! Message: Parcels and payments

-- What carries an order, and the money of it.

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
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (store_id, order_id) references app.orders (store_id, id),
  foreign key (company_id, courier_id) references app.couriers (company_id, id)
);
create index parcels_order_id_idx on app.parcels (store_id, order_id, created_at desc);
create unique index parcels_one_open_per_order on app.parcels (order_id)
  where status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
comment on table app.parcels is 'A shipment of an order: by a courier, or recorded by hand (courier_id null). spec: Order transitions';
comment on column app.parcels.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.parcels.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.parcels.store_id is 'The store. The fence compares it.';
comment on column app.parcels.order_id is 'The order it carries.';
comment on column app.parcels.courier_id is 'Who carries it; null for a shipment recorded by hand.';
comment on column app.parcels.status is 'booked, picked_up, delivered, delivery_failed, return_requested, received or cancelled.';
comment on column app.parcels.tracking_code is 'The courier''s code.';
comment on column app.parcels.cod_amount is 'What the courier must collect: the order''s due_amount at booking, never its total.';
comment on column app.parcels.collected_amount is 'Cash the courier says it collected.';
comment on column app.parcels.payout_at is 'When the courier paid out what it collected: only then is the order''s COD money counted as paid.';
comment on column app.parcels.booked_at is 'When it was booked.';
comment on column app.parcels.picked_up_at is 'When the courier took it.';
comment on column app.parcels.delivered_at is 'When the customer took it.';
comment on column app.parcels.received_at is 'When it came back to us.';
comment on column app.parcels.cancelled_at is 'When the booking was cancelled.';
comment on column app.parcels.created_at is 'When the row was written, by internal.now().';
comment on column app.parcels.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
  foreign key (store_id, parcel_id) references app.parcels (store_id, id),
  foreign key (store_id, refunds_payment_id) references app.payments (store_id, id),
  constraint payments_settled_have_a_time check ((status = 'pending') = (settled_at is null)),
  constraint payments_only_refunds_name_a_payment check (kind = 'refund' or refunds_payment_id is null),
  constraint payments_only_refunds_follow_a_delivery check (kind = 'refund' or not is_after_delivery)
);
create index payments_order_id_idx on app.payments (store_id, order_id, created_at desc, id desc);
create index payments_settled_at_idx on app.payments (store_id, settled_at) where settled_at is not null;
create unique index payments_transaction_id_key on app.payments (store_id, transaction_id)
  where status = 'settled' and kind = 'payment';
create index payments_parcel_id_idx on app.payments (store_id, parcel_id) where parcel_id is not null;
comment on table app.payments is 'Money in (payment) and out (refund); amount is positive, kind gives the sign. A mistake is voided, never changed. decisions: 2';
comment on column app.payments.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.payments.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.payments.store_id is 'The store. The fence compares it.';
comment on column app.payments.order_id is 'The order it pays.';
comment on column app.payments.kind is 'payment (in) or refund (out): the sign of amount.';
comment on column app.payments.status is 'pending, settled or voided; only settled ones count.';
comment on column app.payments.amount is 'Always positive, in the store''s currency.';
comment on column app.payments.payment_method_id is 'How it was paid.';
comment on column app.payments.transaction_id is 'The gateway''s id; one settled payment of a store may hold it.';
comment on column app.payments.source is 'api, staff or courier.';
comment on column app.payments.refunds_payment_id is 'The payment a refund gives back, where it names one.';
comment on column app.payments.is_after_delivery is 'A refund given after the order was delivered: it never becomes owed again. One given before does.';
comment on column app.payments.parcel_id is 'The parcel whose cash was paid out.';
comment on column app.payments.note is 'A remark.';
comment on column app.payments.received_at is 'When the customer paid, as stated.';
comment on column app.payments.settled_at is 'When it began to count.';
comment on column app.payments.voided_at is 'When it ceased to count.';
comment on column app.payments.created_at is 'When the row was written, by internal.now().';
comment on column app.payments.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
