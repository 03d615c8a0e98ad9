-- The amounts of an order close: its total is the sum of its parts, and what it costs after returns and waivers is
-- what came in, what couriers hold and what is still open, less what is owed back.
--
-- open = what of due_amount no courier holds. Every interface shows these amounts, so a client can check the same.
create or replace view ledger.check_order_totals with (security_invoker = true) as
with sums as (
  select o.id as order_id, o.company_id, o.store_id, o.number, o.total_amount,
    o.subtotal - o.discount_amount + o.shipping_charge + o.tax_amount as total_expected,
    o.total_amount - o.returned_amount - o.waived_amount as cost,
    o.received_amount - o.refunded_amount + o.held_by_courier_amount
      + greatest(0, o.due_amount - o.held_by_courier_amount) - o.to_refund_amount as covered,
    o.paid_amount, greatest(0, o.received_amount - o.refunded_amount) as paid_expected
  from app.orders o
)
select s.company_id, s.store_id, format('order %s', s.number) as object,
  format('total %s, paid %s, costs %s', s.total_amount, s.paid_amount, s.cost) as found,
  format('total %s, paid %s, costs %s', s.total_expected, s.paid_expected, s.covered) as expected,
  s.order_id as order_id
from sums s
where (s.total_amount, s.paid_amount, s.cost) <> (s.total_expected, s.paid_expected, s.covered);
call internal.install_check('ledger.check_order_totals');
