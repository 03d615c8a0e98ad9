-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- What couriers charge for their services, with the payout that it was kept of. Append only: a mistake is taken back
-- by a row with the opposite amount. The order is that of the parcel, the courier that of the payout.
table app.courier_charges (
  -- UUIDv7: opaque to clients, rising with time.
  id            uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id    uuid not null,
  -- The store. The fence compares it.
  store_id      uuid not null,
  -- The payout that it was kept of. Null for what was recorded before payouts were kept.
  payout_id     uuid,
  -- The parcel that it was for; null for what is of the whole payout.
  parcel_id     uuid,
  -- The payment that was recorded by the same line: voided together. Null where the line brought no cash.
  payment_id    uuid,
  -- delivery, cod, return, or other: not said, or as the note says.
  kind          text not null,
  -- What was kept, in the store's currency. Below 0: a credit of the courier, or what is taken back.
  amount        numeric(12,2) not null,
  -- What it was for, where it is not a parcel's.
  note          text,
  -- The charge that it takes back.
  reverses_id   uuid,
  -- When the row was written, by internal.now().
  created_at    timestamptz not null,
  -- What it was to be by the rates that were agreed when it was recorded; null where there were none.
  agreed_amount numeric(12,2),
  constraint courier_charges_pkey primary key (id),
  constraint courier_charges_store_id_id_key unique (store_id, id, company_id),
  constraint courier_charges_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint courier_charges_store_id_parcel_id_fkey foreign key (company_id, store_id, parcel_id) references app.parcels(company_id, store_id, id),
  constraint courier_charges_store_id_payment_id_fkey foreign key (company_id, store_id, payment_id) references app.payments(company_id, store_id, id),
  constraint courier_charges_store_id_payout_id_fkey foreign key (company_id, store_id, payout_id) references app.payouts(company_id, store_id, id),
  constraint courier_charges_store_id_reverses_id_fkey foreign key (company_id, store_id, reverses_id) references app.courier_charges(company_id, store_id, id),
  constraint courier_charges_amount_check check (amount <> 0),
  constraint courier_charges_kind_check check (kind in ('delivery', 'cod', 'return', 'other')),
  constraint courier_charges_note_check check (length(note) <= 2000),
  constraint courier_charges_of_parcels_are_positive check (parcel_id is null or (amount > 0) = (reverses_id is null)),
  constraint courier_charges_of_parcels_may_be_agreed check (agreed_amount is null or agreed_amount >= 0 and parcel_id is not null and reverses_id is null),
  constraint courier_charges_of_payments_have_a_parcel check (payment_id is null or parcel_id is not null),
  constraint courier_charges_without_a_parcel_say_why check (parcel_id is not null or kind = 'other' and note is not null),
  constraint courier_charges_without_a_payment_have_a_payout check (payout_id is not null or payment_id is not null)
);
create index courier_charges_parcel_id_idx on app.courier_charges using btree (store_id, parcel_id) where (parcel_id is not null);
create index courier_charges_payment_id_idx on app.courier_charges using btree (store_id, payment_id) where (payment_id is not null);
create index courier_charges_payout_id_idx on app.courier_charges using btree (store_id, payout_id) where (payout_id is not null);
create index courier_charges_store_id_created_at_idx on app.courier_charges using btree (store_id, created_at);
create unique index courier_charges_reverses_id_key on app.courier_charges using btree (store_id, reverses_id, company_id) where (reverses_id is not null);
trigger _100_stamp_created_at before insert on app.courier_charges for each row execute function internal.tg__stamp_created_at();
trigger _400_journal after insert or delete or update on app.courier_charges for each row execute function internal.tg__journal('courier_charge', 'id', 'payout_id', '', '');
trigger _900_append_only before delete or update or truncate on app.courier_charges for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using ((( select internal.is_permitted('payments.manage') as is_permitted) or ( select internal.is_permitted('costs.read') as is_permitted)));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- Money in (payment) and out (refund); amount is positive, kind gives the sign. A mistake is voided, never changed.
table app.payments (
  -- UUIDv7: opaque to clients, rising with time.
  id                 uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id         uuid not null,
  -- The store. The fence compares it.
  store_id           uuid not null,
  -- The order it pays.
  order_id           uuid not null,
  -- payment (in) or refund (out): the sign of amount.
  kind               text not null,
  -- pending, settled or voided; only settled ones count.
  status             text not null,
  -- Always positive, in the store's currency.
  amount             numeric(12,2) not null,
  -- How it was paid.
  payment_method_id  uuid not null,
  -- The gateway's id; one settled payment of a store may hold it.
  transaction_id     text,
  -- api, staff or courier.
  source             text not null,
  -- The payment a refund gives back, where it names one.
  refunds_payment_id uuid,
  -- A refund given after the order was delivered: it never becomes owed again. One given before does.
  is_after_delivery  boolean not null default false,
  -- The parcel whose cash was paid out.
  parcel_id          uuid,
  -- A remark.
  note               text,
  -- When the customer paid, as stated.
  received_at        timestamptz,
  -- When it began to count.
  settled_at         timestamptz,
  -- When it ceased to count.
  voided_at          timestamptz,
  -- When the row was written, by internal.now().
  created_at         timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at         timestamptz not null,
  -- Of a payout: what the courier kept for its services beside the amount. It settles the order as the amount does.
  charged_amount     numeric(12,2) not null default 0,
  -- The transfer that it came with. Null for what was recorded before transfers were kept.
  payout_id          uuid,
  constraint payments_pkey primary key (id),
  constraint payments_store_id_id_key unique (store_id, id, company_id),
  constraint payments_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint payments_store_id_order_id_fkey foreign key (company_id, store_id, order_id) references app.orders(company_id, store_id, id),
  constraint payments_store_id_parcel_id_fkey foreign key (company_id, store_id, parcel_id) references app.parcels(company_id, store_id, id),
  constraint payments_store_id_payment_method_id_fkey foreign key (company_id, store_id, payment_method_id) references app.payment_methods(company_id, store_id, id),
  constraint payments_store_id_payout_id_fkey foreign key (company_id, store_id, payout_id) references app.payouts(company_id, store_id, id),
  constraint payments_store_id_refunds_payment_id_fkey foreign key (company_id, store_id, refunds_payment_id) references app.payments(company_id, store_id, id),
  constraint payments_amount_check check (amount > 0),
  constraint payments_charged_amount_check check (charged_amount >= 0),
  constraint payments_kind_check check (kind in ('payment', 'refund')),
  constraint payments_note_check check (length(note) <= 2000),
  constraint payments_only_payouts_are_charged check (charged_amount = 0 or parcel_id is not null),
  constraint payments_only_refunds_follow_a_delivery check (kind = 'refund' or not is_after_delivery),
  constraint payments_only_refunds_name_a_payment check (kind = 'refund' or refunds_payment_id is null),
  constraint payments_settled_have_a_time check ((status = 'pending') = (settled_at is null)),
  constraint payments_source_check check (source in ('api', 'staff', 'courier')),
  constraint payments_status_check check (status in ('pending', 'settled', 'voided')),
  constraint payments_transaction_id_check check (length(transaction_id) >= 1 and length(transaction_id) <= 200)
);
create index payments_order_id_idx on app.payments using btree (store_id, order_id, created_at desc, id desc);
create index payments_parcel_id_idx on app.payments using btree (store_id, parcel_id) where (parcel_id is not null);
create index payments_payout_id_idx on app.payments using btree (store_id, payout_id) where (payout_id is not null);
create index payments_refunds_payment_idx on app.payments using btree (store_id, refunds_payment_id) where (refunds_payment_id is not null);
create index payments_settled_at_idx on app.payments using btree (store_id, settled_at) where (settled_at is not null);
create index payments_updated_at_idx on app.payments using brin (updated_at);
create unique index payments_transaction_id_key on app.payments using btree (store_id, transaction_id, company_id) where ((status = 'settled') and (kind = 'payment'));
trigger _100_stamp_times before insert or update on app.payments for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.payments for each row execute function internal.tg__journal('payment', 'id', 'order_id', '', '');
trigger _500_book_sales_insert after insert on app.payments for each row when (new.status = 'settled') execute function internal.tg_payments__book_sales();
trigger _500_book_sales_update after update on app.payments for each row when (old.status is distinct from new.status or old.settled_at is distinct from new.settled_at or old.kind is distinct from new.kind or old.amount is distinct from new.amount) execute function internal.tg_payments__book_sales();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- What a courier paid out at once, for one or many parcels. Its payments name it and add up to it.
table app.payouts (
  -- UUIDv7: opaque to clients, rising with time.
  id             uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id     uuid not null,
  -- The store. The fence compares it.
  store_id       uuid not null,
  -- Who paid; null for shipments recorded by hand.
  courier_id     uuid,
  -- What the courier or the bank calls it.
  reference      text,
  -- What came in, as it was recorded: what was collected less what was charged. Below 0: what the store paid.
  amount         numeric(14,2) not null default 0,
  -- The sum of its charges as they were recorded, also those taken back since.
  charged_amount numeric(14,2) not null default 0,
  -- When the money was received, as stated.
  received_at    timestamptz,
  -- When the row was written, by internal.now().
  created_at     timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at     timestamptz not null,
  constraint payouts_pkey primary key (id),
  constraint payouts_store_id_id_key unique (store_id, id, company_id),
  constraint payouts_company_id_courier_id_fkey foreign key (company_id, courier_id) references app.couriers(company_id, id),
  constraint payouts_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint payouts_reference_check check (length(reference) <= 2000)
);
create index payouts_courier_idx on app.payouts using btree (company_id, courier_id) where (courier_id is not null);
trigger _100_stamp_times before insert or update on app.payouts for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.payouts for each row execute function internal.tg__journal('payout', 'id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;
