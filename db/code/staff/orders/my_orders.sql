-- Orders that are assigned to you and not over, the oldest first. At most 200; those after an order of the list come
-- with starting_after.
-- Raises: nothing.
create or replace function staff.my_orders(store_id uuid default null, starting_after uuid default null)
  returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from unnest(internal.find_own_orders(my_orders.store_id, my_orders.starting_after)) with ordinality as w (id, place)
  cross join lateral (select x.* from internal.readable_orders() x where x.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.my_orders(uuid, uuid) to haat_staff;
