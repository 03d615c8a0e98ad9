create or replace view ledger.check_closed_orders with (security_invoker = true) as
select r.company_id, r.store_id, format('order %s, %s', r.number, r.sku) as object, format('%s, holds %s', r.status, r.quantity) as found, 'holds 0' as expected
from ledger.reservations r
where r.status in ('cancelled', 'spam');
comment on view ledger.check_closed_orders is 'A cancelled or spam order holds no goods.';
comment on column ledger.check_closed_orders.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_closed_orders.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_closed_orders.object is 'What is wrong.';
comment on column ledger.check_closed_orders.found is 'What stands there.';
comment on column ledger.check_closed_orders.expected is 'What should.';
grant select on ledger.check_closed_orders to haat_dba;
