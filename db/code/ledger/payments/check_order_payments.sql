-- What an order says it received and gave back is the sum of its settled payments and refunds, and no more goes back
-- than came.
create or replace view ledger.check_order_payments with (security_invoker = true) as
with settled as (
  select p.store_id, p.order_id, coalesce(sum(p.amount) filter (where p.kind = 'payment'), 0) as received,
    coalesce(sum(p.amount) filter (where p.kind = 'refund'), 0) as refunded
  from app.payments p
  where p.status = 'settled'
  group by p.store_id, p.order_id
)
select o.company_id, o.store_id, format('order %s', o.number) as object,
  format('received %s, refunded %s', o.received_amount, o.refunded_amount) as found,
  format('received %s, refunded %s by its payments', coalesce(s.received, 0),
    least(coalesce(s.refunded, 0), coalesce(s.received, 0))) as expected, o.id as order_id
from app.orders o
left join settled s on s.store_id = o.store_id and s.order_id = o.id
where o.received_amount <> coalesce(s.received, 0) or o.refunded_amount <> coalesce(s.refunded, 0)
  or o.refunded_amount > o.received_amount;
call internal.install_check('ledger.check_order_payments');
