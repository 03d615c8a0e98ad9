-- Goods bought, at what they cost, and those that went back (negative), at what they left the stock at.
-- Each folds into the moving average of its variant.
create or replace view ledger.purchases with (security_invoker = true) as
select m.id as movement_id, m.created_at as recorded_at, m.company_id, m.store_id, m.location_id, m.variant_id, m.sku,
  m.quantity_change as quantity, m.unit_cost,
  round(m.quantity_change * m.unit_cost, 2) as amount, m.average_cost_after, m.reason, m.actor_name as actor,
    m.reference_id as receipt_id, m.reference_number as receipt
from app.stock_movements m
where m.type = 'purchase';
comment on column ledger.purchases.movement_id is 'The ledger row it comes from.';
comment on column ledger.purchases.recorded_at is 'When it was booked.';
comment on column ledger.purchases.company_id is 'The tenant.';
comment on column ledger.purchases.store_id is 'The store.';
comment on column ledger.purchases.location_id is 'Where the goods stand.';
comment on column ledger.purchases.variant_id is 'The sellable unit.';
comment on column ledger.purchases.sku is 'The SKU as it was then.';
comment on column ledger.purchases.quantity is 'Units bought; negative for units that went back.';
comment on column ledger.purchases.unit_cost is 'What one unit cost.';
comment on column ledger.purchases.amount is 'quantity x unit_cost.';
comment on column ledger.purchases.average_cost_after is 'The moving average that resulted.';
comment on column ledger.purchases.reason is 'Why, in the words of who booked it.';
comment on column ledger.purchases.actor is 'Who booked it.';
comment on column ledger.purchases.receipt_id is
  'Its goods receipt (app.goods_receipts); of a single adjustment, its own id.';
comment on column ledger.purchases.receipt is 'Number of the receipt; null for a single adjustment.';
grant select on ledger.purchases to haat_dba;
