-- For which orders goods are held: summed by variant and location it is the reserved quantity of the level
-- (ledger.check_reserved).
create or replace view ledger.reservations with (security_invoker = true) as
select o.company_id, o.store_id, o.location_id, i.variant_id, i.sku, o.id as order_id, o.number, o.status,
  i.quantity - i.delivered_quantity - i.released_quantity as quantity, o.created_at as ordered_at
from app.order_items i
join app.orders o on o.id = i.order_id
where i.quantity - i.delivered_quantity - i.released_quantity > 0;
comment on column ledger.reservations.company_id is 'The tenant.';
comment on column ledger.reservations.store_id is 'The store.';
comment on column ledger.reservations.location_id is 'Where the goods are held.';
comment on column ledger.reservations.variant_id is 'What is held.';
comment on column ledger.reservations.sku is 'Its SKU at the sale.';
comment on column ledger.reservations.order_id is 'For which order.';
comment on column ledger.reservations.number is 'The order''s number.';
comment on column ledger.reservations.status is 'The order''s status.';
comment on column ledger.reservations.quantity is 'Units held.';
comment on column ledger.reservations.ordered_at is 'Since when.';
grant select on ledger.reservations to haat_dba;
