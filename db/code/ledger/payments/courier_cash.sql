-- The cash account of each parcel: what it was to bring, what it brought, what was paid out, charged and written off
-- of that, and what is held. A courier's word is not cash: it counts as paid at the payout.
create or replace view ledger.courier_cash with (security_invoker = true) as
select p.id as parcel_id, p.company_id, p.store_id, p.courier_id, c.name as courier, p.order_id,
  o.number as order_number, p.tracking_code, p.status, p.cod_amount,
  coalesce(p.collected_amount, case when p.delivered_at is not null then p.cod_amount end) as collected_amount,
  p.delivered_at, p.payout_at, p.held_amount, p.paid_out_amount, p.charged_amount, p.written_off_amount,
  case when p.delivered_at is not null then greatest(0.00, p.paid_out_amount + p.charged_amount + p.written_off_amount
    - p.collected_amount) else 0.00 end as overpaid_amount
from app.parcels p
join app.orders o on o.id = p.order_id
left join app.couriers c on c.id = p.courier_id
where p.cod_amount > 0 or p.collected_amount > 0;
comment on column ledger.courier_cash.parcel_id is 'The parcel.';
comment on column ledger.courier_cash.company_id is 'The tenant.';
comment on column ledger.courier_cash.store_id is 'The store.';
comment on column ledger.courier_cash.courier_id is 'Who carries it; null for a shipment recorded by hand.';
comment on column ledger.courier_cash.courier is 'The courier''s name.';
comment on column ledger.courier_cash.order_id is 'The order it delivers.';
comment on column ledger.courier_cash.order_number is 'The order''s number.';
comment on column ledger.courier_cash.tracking_code is 'The courier''s code of the parcel.';
comment on column ledger.courier_cash.status is 'Where the parcel is.';
comment on column ledger.courier_cash.cod_amount is 'What the courier must collect.';
comment on column ledger.courier_cash.collected_amount is
  'What the courier says it collected; without a word of it, what it was to collect.';
comment on column ledger.courier_cash.delivered_at is 'When it was delivered.';
comment on column ledger.courier_cash.payout_at is 'When the courier last paid out.';
comment on column ledger.courier_cash.held_amount is
  'Collected, and neither paid out, charged nor written off; without a word of the courier, less what the customer '
  'paid in another way. No payout may be larger.';
comment on column ledger.courier_cash.paid_out_amount is 'What of it came to the store.';
comment on column ledger.courier_cash.charged_amount is 'What of it the courier kept for its services.';
comment on column ledger.courier_cash.written_off_amount is 'What of it the store has given up.';
comment on column ledger.courier_cash.overpaid_amount is
  'What the courier paid out beyond what it then stated as collected: owed back to it, by a void of the payout.';
grant select on ledger.courier_cash to haat_dba;
