--! Previous: sha1:fb9e458c5da4bbf95b234347ea85bcce9a93cc47
--! Hash: sha1:3628f21edb2592cc290e819e4bcd8ecc354ab1ad
--! Message: payouts as records

--! split: 1-current.sql
-- What a courier pays out at once is a record: its payments add up to the transfer.
create table if not exists app.payouts (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  courier_id uuid,
  reference text check (length(reference) <= 2000),
  amount numeric(14, 2) not null default 0 check (amount >= 0),
  charged_amount numeric(14, 2) not null default 0 check (charged_amount >= 0),
  received_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payouts_store_id_id_key unique (store_id, id, company_id),
  constraint payouts_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint payouts_company_id_courier_id_fkey foreign key (company_id, courier_id)
    references app.couriers (company_id, id)
);
alter table app.payouts alter column company_id set (n_distinct = 3), alter column store_id set (n_distinct = 3);
create index if not exists payouts_courier_idx on app.payouts (company_id, courier_id) where courier_id is not null;

alter table app.payments add column if not exists payout_id uuid;
alter table app.payments drop constraint if exists payments_store_id_payout_id_fkey;
alter table app.payments add constraint payments_store_id_payout_id_fkey foreign key (company_id, store_id, payout_id)
  references app.payouts (company_id, store_id, id);
create index if not exists payments_payout_id_idx on app.payments (store_id, payout_id) where payout_id is not null;
