-- The orders that each store has in each status, and what they cost and owe, are what a count of them gives.
-- Folded or not. internal.rebuild_sales repairs what it finds.
create or replace view ledger.check_order_counts with (security_invoker = true) as
select x.company_id, x.store_id, format('orders of status %s', x.status) as object,
  format('%s, total %s, %s owing %s', sum(x.kept_orders), sum(x.kept_amount), sum(x.kept_owing), sum(x.kept_due))
    as found,
  format('%s, total %s, %s owing %s', sum(x.orders), sum(x.amount), sum(x.owing), sum(x.due)) as expected
from (
  select company_id, store_id, status, orders as kept_orders, total_amount as kept_amount,
    owing_orders as kept_owing, due_amount as kept_due, 0 as orders, 0.00 as amount, 0 as owing, 0.00 as due
  from app.order_counts
  union all
  select company_id, store_id, status, orders, total_amount, owing_orders, due_amount, 0, 0.00, 0, 0.00
  from app.order_count_changes
  union all
  select o.company_id, o.store_id, o.status, 0, 0.00, 0, 0.00, count(*), sum(o.total_amount),
    count(*) filter (where o.due_amount > 0), sum(o.due_amount)
  from app.orders o
  group by o.company_id, o.store_id, o.status
) x
group by x.company_id, x.store_id, x.status
having (sum(x.kept_orders), sum(x.kept_amount), sum(x.kept_owing), sum(x.kept_due))
  <> (sum(x.orders), sum(x.amount), sum(x.owing), sum(x.due));
call internal.install_check('ledger.check_order_counts');
