create or replace view ledger.check_order_parcels with (security_invoker = true) as
select o.company_id, o.store_id, format('order %s', o.number) as object, format('%s, %s open parcels', o.status, p.open) as found,
  case when s.parcel in ('cancelled', 'delivered') then 'no open parcel' else 'one open parcel at most' end as expected
from app.orders o
join app.order_statuses s on s.status = o.status
join (
  select t.order_id, count(*) as open from app.parcels t
  where t.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
  group by t.order_id
) p on p.order_id = o.id
where p.open > 1 or s.parcel in ('cancelled', 'delivered');
comment on view ledger.check_order_parcels is 'An order has one open parcel at most, and none once it is delivered, cancelled or spam.';
comment on column ledger.check_order_parcels.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_order_parcels.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_order_parcels.object is 'What is wrong.';
comment on column ledger.check_order_parcels.found is 'What stands there.';
comment on column ledger.check_order_parcels.expected is 'What should.';
grant select on ledger.check_order_parcels to haat_dba;
