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
comment on column app.payouts.amount is 'What came in, as it was recorded: the sum of its payments, voided ones too.';
comment on column app.payouts.charged_amount is 'What the courier kept for its services, likewise.';
comment on column app.payouts.received_at is 'When the money was received, as stated.';
comment on column app.payouts.created_at is 'When the row was written, by internal.now().';
comment on column app.payouts.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
