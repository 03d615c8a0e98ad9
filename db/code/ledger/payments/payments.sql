-- Money in and out, signed.
-- Sum counted_amount: pending and voided rows count nothing.
create or replace view ledger.payments with (security_invoker = true) as
select p.id as payment_id, p.company_id, p.store_id, s.name as store, p.order_id, o.number as order_number, p.kind,
  p.status,
  p.amount * case p.kind when 'refund' then -1 else 1 end as amount, p.amount * case when p.status <> 'settled' then 0
    when p.kind = 'refund' then -1 else 1 end as counted_amount,
  m.name as method, m.type as method_type, p.transaction_id, p.source, p.refunds_payment_id, p.parcel_id, p.note,
    p.received_at, p.settled_at, p.voided_at, p.created_at as recorded_at
from app.payments p
join app.stores s on s.id = p.store_id
join app.orders o on o.id = p.order_id
join app.payment_methods m on m.id = p.payment_method_id;
comment on column ledger.payments.payment_id is 'The payment or refund.';
comment on column ledger.payments.company_id is 'The tenant.';
comment on column ledger.payments.store_id is 'The store.';
comment on column ledger.payments.store is 'The store''s name.';
comment on column ledger.payments.order_id is 'The order it belongs to.';
comment on column ledger.payments.order_number is 'The order''s number.';
comment on column ledger.payments.kind is 'payment (in) or refund (out).';
comment on column ledger.payments.status is 'pending, settled or voided. A mistake is voided, never changed.';
comment on column ledger.payments.amount is 'Signed: a refund is negative.';
comment on column ledger.payments.counted_amount is 'amount when settled, else 0.';
comment on column ledger.payments.method is 'How it was paid.';
comment on column ledger.payments.method_type is 'cod, wallet, bank, card or cash.';
comment on column ledger.payments.transaction_id is 'The gateway''s id; one settled payment of a store may hold it.';
comment on column ledger.payments.source is 'Who recorded it: api, staff or courier (a payout).';
comment on column ledger.payments.refunds_payment_id is 'The payment that a refund gives back, where it names one.';
comment on column ledger.payments.parcel_id is 'The parcel whose cash a courier paid out.';
comment on column ledger.payments.note is 'A remark.';
comment on column ledger.payments.received_at is 'When the customer paid, as stated.';
comment on column ledger.payments.settled_at is 'When it began to count: money_received of the reports goes by this.';
comment on column ledger.payments.voided_at is 'When it ceased to count.';
comment on column ledger.payments.recorded_at is 'When it was entered.';
grant select on ledger.payments to haat_dba;
