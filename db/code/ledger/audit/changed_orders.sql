-- The orders that changed since the newest seal of their company: what ledger.audit(since_last_seal => true) looks at.
--
-- A change made by a transaction that was open when the seal was made is no older than that transaction may be (30 s).
create or replace view ledger.changed_orders with (security_invoker = true) as
with sealed as (
  select c.id as company_id,
    coalesce((select max(s.sealed_at) from app.ledger_seals s where s.company_id = c.id), '-infinity')
      - interval '1 minute' as upto
  from app.companies c
)
select o.id as order_id from sealed s join app.orders o on o.company_id = s.company_id and o.updated_at >= s.upto
union
select i.order_id from sealed s join app.order_items i on i.company_id = s.company_id and i.updated_at >= s.upto
union
select p.order_id from sealed s join app.payments p on p.company_id = s.company_id and p.updated_at >= s.upto
union
select p.order_id from sealed s join app.parcels p on p.company_id = s.company_id and p.updated_at >= s.upto;
comment on column ledger.changed_orders.order_id is 'The order.';
grant select on ledger.changed_orders to haat_dba;
