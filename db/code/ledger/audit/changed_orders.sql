-- The orders that changed since the newest seal: what ledger.audit(since_last_seal => true) looks at.
--
-- An order changed when it, a line, a payment or a parcel of it did. "between" and not ">=": the planner takes an
-- unknown range for a small part of the table and uses the index, and an unknown limit for a third.
create or replace view ledger.changed_orders with (security_invoker = true) as
select o.id as order_id, o.company_id, o.store_id
from app.orders o
where o.updated_at between (select internal.last_sealed_at()) and (select timestamptz 'infinity')
union
select i.order_id, i.company_id, i.store_id
from app.order_items i
where i.updated_at between (select internal.last_sealed_at()) and (select timestamptz 'infinity')
union
select p.order_id, p.company_id, p.store_id
from app.payments p
where p.updated_at between (select internal.last_sealed_at()) and (select timestamptz 'infinity')
union
select p.order_id, p.company_id, p.store_id
from app.parcels p
where p.updated_at between (select internal.last_sealed_at()) and (select timestamptz 'infinity');
comment on column ledger.changed_orders.order_id is 'The order.';
comment on column ledger.changed_orders.company_id is 'The tenant.';
comment on column ledger.changed_orders.store_id is 'The store.';
grant select on ledger.changed_orders to haat_dba;
