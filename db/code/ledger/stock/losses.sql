-- Stock lost: every decrease filed as adjustment or damage, at the average cost of that moment.
-- What a later count finds again is an increase in ledger.movements, not a negative loss. What a transfer takes out it
-- brings in elsewhere: no loss.
create or replace view ledger.losses with (security_invoker = true) as
select m.id as movement_id, m.created_at as recorded_at, m.company_id, m.store_id, m.location_id, m.variant_id, m.sku,
  m.type, -m.quantity_change as quantity, m.unit_cost,
  round(-m.quantity_change * m.unit_cost, 2) as amount, m.reason, m.reference_type, m.reference_id,
    m.actor_name as actor
from app.stock_movements m
where m.type in ('adjustment', 'damage') and m.quantity_change < 0
  and not exists (select from app.stock_transfers t where t.id = m.reference_id);
comment on column ledger.losses.movement_id is 'The ledger row it comes from.';
comment on column ledger.losses.recorded_at is 'When it was booked.';
comment on column ledger.losses.company_id is 'The tenant.';
comment on column ledger.losses.store_id is 'The store.';
comment on column ledger.losses.location_id is 'Where the goods stand.';
comment on column ledger.losses.variant_id is 'The sellable unit.';
comment on column ledger.losses.sku is 'The SKU as it was then.';
comment on column ledger.losses.type is 'adjustment (a count, a correction) or damage.';
comment on column ledger.losses.quantity is 'Units lost.';
comment on column ledger.losses.unit_cost is 'Moving-average cost of one unit at that moment.';
comment on column ledger.losses.amount is 'quantity x unit_cost.';
comment on column ledger.losses.reason is 'Why, in the words of who booked it.';
comment on column ledger.losses.reference_type is 'adjustment, or return when goods came back unsellable.';
comment on column ledger.losses.reference_id is 'Its id: of a stock count, the id of the count.';
comment on column ledger.losses.actor is 'Who booked it.';
grant select on ledger.losses to haat_dba;
