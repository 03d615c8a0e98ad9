-- What the order earned: its sales less what was given back, the cost of its goods, what couriers charged for it, and
-- damages. Null without costs.read.
-- Raises: nothing.
-- see: guides/money-of-an-order#what-an-order-earns
create or replace function staff.orders_profit("order" app.orders) returns staff.profit
language sql stable security definer
set search_path = ''
begin atomic
  select row("order".id::text, "order".number, 1, p.units, p.sales_amount, p.refunded_amount, p.cost_amount,
    p.charged_amount, p.damaged_amount, p.profit_amount, p.uncosted_amount)::staff.profit
  from ledger.order_profit p
  where p.order_id = "order".id and internal.is_permitted('costs.read');
end;
grant execute on function staff.orders_profit(app.orders) to haat_staff;
