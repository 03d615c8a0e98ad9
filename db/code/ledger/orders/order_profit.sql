-- What each order earned: the sum of its lines (ledger.line_profit).
create or replace view ledger.order_profit with (security_invoker = true) as
select o.company_id, o.store_id, o.id as order_id, o.number, o.created_at as ordered_at, p.*
from app.orders o
cross join lateral (
  select sum(l.units)::integer as units, sum(l.sales_amount) as sales_amount,
    sum(l.refunded_amount) as refunded_amount, sum(l.cost_amount) as cost_amount,
    sum(l.charged_amount) as charged_amount, sum(l.damaged_amount) as damaged_amount,
    sum(l.profit_amount) as profit_amount, sum(l.uncosted_amount) as uncosted_amount
  from ledger.line_profit l where l.order_id = o.id
) p;
comment on column ledger.order_profit.company_id is 'The tenant.';
comment on column ledger.order_profit.store_id is 'The store.';
comment on column ledger.order_profit.order_id is 'The order.';
comment on column ledger.order_profit.number is 'Its number.';
comment on column ledger.order_profit.ordered_at is 'When it was placed.';
comment on column ledger.order_profit.units is 'Units that were delivered.';
comment on column ledger.order_profit.sales_amount is
  'What was delivered, at its price after discounts, and the delivery that the customer pays; without tax.';
comment on column ledger.order_profit.refunded_amount is 'What of it came back or was given away.';
comment on column ledger.order_profit.cost_amount is 'Cost of the goods that the customer kept.';
comment on column ledger.order_profit.charged_amount is 'What couriers charged for its parcels.';
comment on column ledger.order_profit.damaged_amount is 'Cost of the goods that came back damaged.';
comment on column ledger.order_profit.profit_amount is 'sales - refunded - cost - charged - damaged.';
comment on column ledger.order_profit.uncosted_amount is
  'What the customer kept of goods whose cost was never said: profit_amount is too high by what they cost.';
grant select on ledger.order_profit to haat_dba;
