-- What customers still owe, one row an order, by where the goods are.
-- The sales summary's cod_outstanding is its sum for a store.
create or replace view ledger.cod_outstanding with (security_invoker = true) as
select o.id as order_id, o.number, o.company_id, o.store_id, s.name as store, o.customer_id, o.status, o.total_amount,
  o.paid_amount, o.due_amount,
  w.cash_state as stage,
  o.created_at as ordered_at, o.delivered_at
from app.orders o
join app.stores s on s.id = o.store_id
join app.order_statuses w on w.status = o.status
where o.due_amount > 0 and w.owes;
comment on column ledger.cod_outstanding.order_id is 'The order.';
comment on column ledger.cod_outstanding.number is 'Its number.';
comment on column ledger.cod_outstanding.company_id is 'The tenant.';
comment on column ledger.cod_outstanding.store_id is 'The store.';
comment on column ledger.cod_outstanding.store is 'The store''s name.';
comment on column ledger.cod_outstanding.customer_id is 'Who owes it.';
comment on column ledger.cod_outstanding.status is 'Where the order stands.';
comment on column ledger.cod_outstanding.total_amount is 'What the order costs.';
comment on column ledger.cod_outstanding.paid_amount is 'What was paid, net of refunds.';
comment on column ledger.cod_outstanding.due_amount is 'What is still owed.';
comment on column ledger.cod_outstanding.stage is 'not_shipped, with_courier or delivered_unpaid.';
comment on column ledger.cod_outstanding.ordered_at is 'When it was placed.';
comment on column ledger.cod_outstanding.delivered_at is 'When the customer took it.';
grant select on ledger.cod_outstanding to haat_dba;
