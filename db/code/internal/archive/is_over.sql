-- Tells whether nothing is left to be done about an order: it has ended, nothing of it is on its way or awaited, and
-- nobody owes anything.
create or replace function internal.is_over("order" app.orders) returns boolean
language sql stable
set search_path = ''
begin atomic
  select not s.is_open and "order".due_amount = 0 and "order".to_refund_amount = 0
    and "order".held_by_courier_amount = 0 and "order".coming_back_quantity = 0
    and not exists (
      select from app.parcels p
      where p.store_id = "order".store_id and p.order_id = "order".id
        and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested'))
    and not exists (
      select from app.returns r
      where r.store_id = "order".store_id and r.order_id = "order".id and r.status = 'requested')
  from app.order_statuses s
  where s.status = "order".status;
end;
grant execute on function internal.is_over(app.orders) to haat_gatekeeper;
