--! Previous: sha1:df8fccf4a16ae8207039a626f04a38a922ffad31
--! Hash: sha1:2ecf7eeb4e5dda07b49358b8d03aca1b78406041
--! Message: Payments

-- The money of an order.

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
  charged_amount numeric(12, 2) not null default 0 check (charged_amount >= 0),
  constraint payments_store_id_id_key unique (store_id, id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint payments_store_id_order_id_fkey foreign key (company_id, store_id, order_id)
    references app.orders (company_id, store_id, id),
  constraint payments_store_id_parcel_id_fkey foreign key (company_id, store_id, parcel_id)
    references app.parcels (company_id, store_id, id),
  constraint payments_store_id_payment_method_id_fkey foreign key (company_id, store_id, payment_method_id)
    references app.payment_methods (company_id, store_id, id),
  constraint payments_store_id_refunds_payment_id_fkey foreign key (company_id, store_id, refunds_payment_id)
    references app.payments (company_id, store_id, id),
  constraint payments_settled_have_a_time check ((status = 'pending') = (settled_at is null)),
  constraint payments_only_refunds_name_a_payment check (kind = 'refund' or refunds_payment_id is null),
  constraint payments_only_refunds_follow_a_delivery check (kind = 'refund' or not is_after_delivery),
  constraint payments_only_payouts_are_charged check (charged_amount = 0 or parcel_id is not null)
);
create index payments_order_id_idx on app.payments (store_id, order_id, created_at desc, id desc);
create index payments_settled_at_idx on app.payments (store_id, settled_at) where settled_at is not null;
create index payments_parcel_id_idx on app.payments (store_id, parcel_id) where parcel_id is not null;
create index payments_refunds_payment_idx on app.payments (store_id, refunds_payment_id)
  where refunds_payment_id is not null;
create unique index payments_transaction_id_key on app.payments (store_id, transaction_id, company_id)
  where status = 'settled' and kind = 'payment';
create index payments_updated_at_idx on app.payments using brin (updated_at);
