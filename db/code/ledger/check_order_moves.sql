create or replace view ledger.check_order_moves with (security_invoker = true) as
select o.company_id, o.store_id, format('order %s', o.number) as object, format('status %s', o.status) as found, format('status %s by its timeline', t.to_status) as expected
from app.orders o
cross join lateral (
  select e.to_status from app.order_timeline e
  where e.store_id = o.store_id and e.order_id = o.id and e.to_status is not null
  order by e.created_at desc, e.id desc limit 1
) t
where t.to_status <> o.status;
comment on view ledger.check_order_moves is 'The timeline of an order ends at the status the order has.';
comment on column ledger.check_order_moves.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_order_moves.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_order_moves.object is 'What is wrong.';
comment on column ledger.check_order_moves.found is 'What stands there.';
comment on column ledger.check_order_moves.expected is 'What should.';
grant select on ledger.check_order_moves to haat_dba;
