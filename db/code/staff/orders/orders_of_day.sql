-- Orders placed on a day of the store's own calendar, today if no day is given, the newest first. At most 200; those
-- after an order of the list come with starting_after.
-- Raises: nothing.
create or replace function staff.orders_of_day(day date default null, store_id uuid default null,
  starting_after uuid default null)
  returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from unnest(internal.find_orders_of_day(
    orders_of_day.day, orders_of_day.store_id, orders_of_day.starting_after, 200)) with ordinality as w (id, place)
  cross join lateral (select x.* from internal.readable_orders() x where x.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.orders_of_day(date, uuid, uuid) to haat_staff;
