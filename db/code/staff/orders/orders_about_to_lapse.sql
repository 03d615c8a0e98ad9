-- Unpaid storefront orders that were to be paid online, and will be cancelled by themselves (orders.lapses_at): the
-- first to go first. At most 200; those after an order of the list come with starting_after.
-- Raises: nothing.
create or replace function staff.orders_about_to_lapse(store_id uuid default null, starting_after uuid default null)
  returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from unnest(internal.find_lapsing_orders(
    orders_about_to_lapse.store_id, orders_about_to_lapse.starting_after, 200)) with ordinality as w (id, place)
  cross join lateral (select x.* from internal.readable_orders() x where x.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.orders_about_to_lapse(uuid, uuid) to haat_staff;
