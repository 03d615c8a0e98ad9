-- Gives the orders that were made or touched since the audit before (internal.verified_upto): the histories and the
-- movements tell of each.
create or replace function internal.touched_orders() returns table (id uuid, company_id uuid, store_id uuid)
language sql stable rows 1000
set search_path = ''
begin atomic
  with since as (select internal.verified_upto() as id)
  select o.id, o.company_id, o.store_id from since s join app.orders o on o.id > s.id
  union
  select t.order_id, t.company_id, t.store_id from since s join app.order_timeline t on t.id > s.id
  union
  select case c.record_type when 'order' then c.record_id else c.parent_id end, c.company_id, c.store_id
  from since s
  join app.changes c on c.id > s.id
  where c.record_type in ('order', 'order_item', 'parcel', 'payment', 'return')
  union
  select e.object_id, e.company_id, e.store_id
  from since s join app.events e on e.id > s.id
  where e.type like 'order.%'
  union
  select m.reference_id, m.company_id, m.store_id
  from since s join app.stock_movements m on m.id > s.id
  where m.reference_type = 'order'
  union
  select p.order_id, p.company_id, p.store_id from since s join app.payments p on p.id > s.id
  union
  select p.order_id, p.company_id, p.store_id from since s join app.parcels p on p.id > s.id
  union
  select r.order_id, r.company_id, r.store_id from since s join app.returns r on r.id > s.id;
end;
grant execute on function internal.touched_orders() to haat_dba;
