-- The stock of each location now, one row a variant and location, with its value at the moving-average cost.
-- As of another moment: ledger.balance_at(timestamptz).
create or replace view ledger.balances with (security_invoker = true) as
select l.id as level_id, l.company_id, c.name as company, l.store_id, s.name as store, l.location_id,
  a.name as location, l.variant_id, p.name as product, v.name as variant, v.sku,
  l.on_hand, l.reserved, l.on_hand - l.reserved as available, v.low_stock_threshold, k.average_cost,
    round(l.on_hand * k.average_cost, 2) as stock_value,
  l.last_sequence, l.updated_at as last_moved_at
from app.inventory_levels l
join app.companies c on c.id = l.company_id
join app.stores s on s.id = l.store_id
join app.locations a on a.id = l.location_id
join app.variants v on v.id = l.variant_id
join app.products p on p.id = v.product_id
left join app.variant_costs k on k.variant_id = l.variant_id;
comment on column ledger.balances.level_id is 'Id of the level, as the API shows it.';
comment on column ledger.balances.company_id is 'The tenant.';
comment on column ledger.balances.company is 'The tenant''s name.';
comment on column ledger.balances.store_id is 'The store that sells it.';
comment on column ledger.balances.store is 'The store''s name.';
comment on column ledger.balances.location_id is 'Where it stands.';
comment on column ledger.balances.location is 'The location''s name.';
comment on column ledger.balances.variant_id is 'The sellable unit.';
comment on column ledger.balances.product is 'Name of the product.';
comment on column ledger.balances.variant is 'Name of the variant.';
comment on column ledger.balances.sku is 'SKU of the variant today.';
comment on column ledger.balances.on_hand is 'Units on the shelf.';
comment on column ledger.balances.reserved is 'Units of them promised to orders.';
comment on column ledger.balances.available is 'on_hand - reserved: what can still be sold.';
comment on column ledger.balances.low_stock_threshold is 'At or below this many available the level is low.';
comment on column ledger.balances.average_cost is 'Moving average of the variant over all its locations.';
comment on column ledger.balances.stock_value is 'on_hand x average_cost.';
comment on column ledger.balances.last_sequence is 'Sequence of the newest ledger row of this level.';
comment on column ledger.balances.last_moved_at is 'When the level last changed.';
grant select on ledger.balances to haat_dba;
