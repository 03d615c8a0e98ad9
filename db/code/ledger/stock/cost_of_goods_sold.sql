-- Cost of what was delivered, and of what came back sellable (negative).
-- Booked when the goods leave or return, not when they are ordered or paid.
create or replace view ledger.cost_of_goods_sold with (security_invoker = true) as
select m.id as movement_id, m.created_at as recorded_at, m.company_id, m.store_id, m.location_id, m.variant_id, m.sku,
  m.type, -m.quantity_change as quantity, m.unit_cost,
  round(-m.quantity_change * m.unit_cost, 2) as cost, m.reference_type, m.reference_id, m.reference_number
from app.stock_movements m
where m.type in ('sale', 'return_receipt') and m.quantity_change <> 0;
comment on column ledger.cost_of_goods_sold.movement_id is 'The ledger row it comes from.';
comment on column ledger.cost_of_goods_sold.recorded_at is 'When it was booked.';
comment on column ledger.cost_of_goods_sold.company_id is 'The tenant.';
comment on column ledger.cost_of_goods_sold.store_id is 'The store.';
comment on column ledger.cost_of_goods_sold.location_id is 'Where the goods stand.';
comment on column ledger.cost_of_goods_sold.variant_id is 'The sellable unit.';
comment on column ledger.cost_of_goods_sold.sku is 'The SKU as it was then.';
comment on column ledger.cost_of_goods_sold.type is 'sale, or return_receipt for goods that came back.';
comment on column ledger.cost_of_goods_sold.quantity is 'Units sold; negative for units that came back.';
comment on column ledger.cost_of_goods_sold.unit_cost is 'Moving-average cost of one unit at the delivery.';
comment on column ledger.cost_of_goods_sold.cost is 'quantity x unit_cost.';
comment on column ledger.cost_of_goods_sold.reference_type is 'order or return.';
comment on column ledger.cost_of_goods_sold.reference_id is 'Its id.';
comment on column ledger.cost_of_goods_sold.reference_number is 'Its number.';
grant select on ledger.cost_of_goods_sold to haat_dba;
