-- What the tables of db/schema/payments.sql and their columns mean.

comment on table app.payments is
  'Money in (payment) and out (refund); amount is positive, kind gives the sign. A mistake is voided, never '
  'changed.';
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
comment on column app.payments.is_after_delivery is
  'A refund given after the order was delivered: it never becomes owed again. One given before does.';
comment on column app.payments.parcel_id is 'The parcel whose cash was paid out.';
comment on column app.payments.note is 'A remark.';
comment on column app.payments.received_at is 'When the customer paid, as stated.';
comment on column app.payments.settled_at is 'When it began to count.';
comment on column app.payments.voided_at is 'When it ceased to count.';
comment on column app.payments.created_at is 'When the row was written, by internal.now().';
comment on column app.payments.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
comment on column app.payments.charged_amount is
  'Of a payout: what the courier kept for its services beside the amount. It settles the order as the amount does.';
comment on column app.payments.payout_id is
  'The transfer that it came with. Null for what was recorded before transfers were kept.';

comment on table app.payouts is
  'What a courier paid out at once, for one or many parcels. Its payments name it and add up to it.';
comment on column app.payouts.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.payouts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.payouts.store_id is 'The store. The fence compares it.';
comment on column app.payouts.courier_id is 'Who paid; null for shipments recorded by hand.';
comment on column app.payouts.reference is 'What the courier or the bank calls it.';
comment on column app.payouts.amount is
  'What came in, as it was recorded: what was collected less what was charged. Below 0: what the store paid.';
comment on column app.payouts.charged_amount is
  'The sum of its charges as they were recorded, also those taken back since.';
comment on column app.payouts.received_at is 'When the money was received, as stated.';
comment on column app.payouts.created_at is 'When the row was written, by internal.now().';
comment on column app.payouts.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

comment on table app.courier_charges is
  'What couriers charge for their services, with the payout that it was kept of. Append only: a mistake is taken back '
  'by a row with the opposite amount. The order is that of the parcel, the courier that of the payout.';
comment on column app.courier_charges.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.courier_charges.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.courier_charges.store_id is 'The store. The fence compares it.';
comment on column app.courier_charges.payout_id is
  'The payout that it was kept of. Null for what was recorded before payouts were kept.';
comment on column app.courier_charges.parcel_id is 'The parcel that it was for; null for what is of the whole payout.';
comment on column app.courier_charges.payment_id is
  'The payment that was recorded by the same line: voided together. Null where the line brought no cash.';
comment on column app.courier_charges.kind is 'delivery, cod, return, or other: not said, or as the note says.';
comment on column app.courier_charges.amount is
  'What was kept, in the store''s currency. Below 0: a credit of the courier, or what is taken back.';
comment on column app.courier_charges.note is 'What it was for, where it is not a parcel''s.';
comment on column app.courier_charges.reverses_id is 'The charge that it takes back.';
comment on column app.courier_charges.agreed_amount is
  'What it was to be by the rates that were agreed when it was recorded; null where there were none.';
comment on column app.courier_charges.created_at is 'When the row was written, by internal.now().';
