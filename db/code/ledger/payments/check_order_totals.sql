-- The amounts of an order follow from one another: total, paid and due.
create or replace view ledger.check_order_totals with (security_invoker = true) as
with sums as (
  select o.id as order_id, o.company_id, o.store_id, o.number, o.total_amount, o.paid_amount, o.due_amount,
    o.subtotal - o.discount_amount + o.shipping_charge + o.tax_amount as total_expected,
    o.received_amount - o.refunded_amount - o.uncollected_amount as paid_expected,
    case when s.owes
      then greatest(0, o.total_amount - o.returned_amount - o.waived_amount - o.received_amount + o.refunded_amount
        + o.uncollected_amount)
      else 0 end as due_expected
  from app.orders o
  join app.order_statuses s on s.status = o.status
)
select s.company_id, s.store_id, format('order %s', s.number) as object,
  format('total %s, paid %s, due %s', s.total_amount, s.paid_amount, s.due_amount) as found,
  format('total %s, paid %s, due %s', s.total_expected, s.paid_expected, s.due_expected) as expected,
  s.order_id as order_id
from sums s
where (s.total_amount, s.paid_amount, s.due_amount) <> (s.total_expected, s.paid_expected, s.due_expected);
call internal.install_check('ledger.check_order_totals');
