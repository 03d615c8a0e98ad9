--! owner: haat_gatekeeper
-- Counts the packed orders that have no parcel, up to 1,000.
-- Takes: a store (null for all in reach).
create or replace function internal.count_unbooked_orders(store_id uuid) returns bigint
language sql stable security definer
set search_path = ''
begin atomic
  select count(*)
  from (
    select from app.order_statuses s
    join app.orders o on o.status = s.status
    where s.stage = 'to_ship'
      and o.store_id = any (internal.stores_in_reach(count_unbooked_orders.store_id))
      and not exists (select from app.parcels p where p.order_id = o.id
        and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested'))
    limit 1000
  ) x;
end;
grant execute on function internal.count_unbooked_orders(uuid) to haat_staff;
