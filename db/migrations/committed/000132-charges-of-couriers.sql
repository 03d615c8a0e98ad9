--! Previous: sha1:4e4683ff7014fe70d93fb1175c8b8dd3ffbc0ca4
--! Hash: sha1:b9c3be706f361dbfb6ad118837e61eb2457e585a
--! Message: charges of couriers

--! split: 1-current.sql
-- What couriers charge is a ledger: a row for each charge, by its kind, with the payout that it was kept of. A payout may
-- have more charges than cash.
alter table app.payouts drop constraint if exists payouts_amount_check;
alter table app.payouts drop constraint if exists payouts_charged_amount_check;

create table if not exists app.courier_charges (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  payout_id uuid,
  parcel_id uuid,
  payment_id uuid,
  kind text not null check (kind in ('delivery', 'cod', 'return', 'other')),
  amount numeric(12, 2) not null check (amount <> 0),
  note text check (length(note) <= 2000),
  reverses_id uuid,
  created_at timestamptz not null,
  constraint courier_charges_store_id_id_key unique (store_id, id, company_id),
  constraint courier_charges_company_id_store_id_fkey foreign key (company_id, store_id)
    references app.stores (company_id, id),
  constraint courier_charges_store_id_payout_id_fkey foreign key (company_id, store_id, payout_id)
    references app.payouts (company_id, store_id, id),
  constraint courier_charges_store_id_parcel_id_fkey foreign key (company_id, store_id, parcel_id)
    references app.parcels (company_id, store_id, id),
  constraint courier_charges_store_id_payment_id_fkey foreign key (company_id, store_id, payment_id)
    references app.payments (company_id, store_id, id),
  constraint courier_charges_store_id_reverses_id_fkey foreign key (company_id, store_id, reverses_id)
    references app.courier_charges (company_id, store_id, id),
  constraint courier_charges_without_a_parcel_say_why check (parcel_id is not null or kind = 'other' and note is not null),
  constraint courier_charges_of_payments_have_a_parcel check (payment_id is null or parcel_id is not null),
  constraint courier_charges_without_a_payment_have_a_payout check (payout_id is not null or payment_id is not null),
  constraint courier_charges_of_parcels_are_positive check (
    parcel_id is null or (amount > 0) = (reverses_id is null))
);
alter table app.courier_charges alter column company_id set (n_distinct = 3),
  alter column store_id set (n_distinct = 3);
create index if not exists courier_charges_payout_id_idx on app.courier_charges (store_id, payout_id)
  where payout_id is not null;
create index if not exists courier_charges_parcel_id_idx on app.courier_charges (store_id, parcel_id)
  where parcel_id is not null;
create index if not exists courier_charges_payment_id_idx on app.courier_charges (store_id, payment_id)
  where payment_id is not null;
create unique index if not exists courier_charges_reverses_id_key on app.courier_charges (store_id, reverses_id, company_id)
  where reverses_id is not null;

-- What was charged until now, without its kind; of a payment that was voided, taken back at that time.
alter table app.payments no force row level security;
alter table app.courier_charges no force row level security;
insert into app.courier_charges (company_id, store_id, payout_id, parcel_id, payment_id, kind, amount, created_at)
select p.company_id, p.store_id, p.payout_id, p.parcel_id, p.id, 'other', p.charged_amount, p.created_at
from app.payments p
where p.charged_amount > 0 and not exists (
  select from app.courier_charges c where c.store_id = p.store_id and c.payment_id = p.id)
order by p.id;
insert into app.courier_charges (company_id, store_id, payout_id, parcel_id, payment_id, kind, amount, reverses_id,
  created_at)
select c.company_id, c.store_id, c.payout_id, c.parcel_id, c.payment_id, c.kind, -c.amount, c.id, p.voided_at
from app.courier_charges c join app.payments p on p.id = c.payment_id
where p.status = 'voided' and c.reverses_id is null and not exists (
  select from app.courier_charges r where r.store_id = c.store_id and r.reverses_id = c.id)
order by c.id;
alter table app.payments force row level security;
alter table app.courier_charges force row level security;
