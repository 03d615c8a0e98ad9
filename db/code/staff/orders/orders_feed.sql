-- What happened to the order, its parcels, its returns and its money: who, when, from what, to what, the newest first.
-- At most 200; those before an entry come with starting_after.
-- Raises: nothing.
create or replace function staff.orders_feed("order" app.orders, starting_after uuid default null)
  returns setof staff.feed_entry
language sql stable rows 50
set search_path = ''
begin atomic
  with cursor_of as materialized (select internal.feed_time(orders_feed.starting_after) as at)
  select f.*
  from cursor_of c
  cross join lateral (
    select t.* from internal.feed_of_order("order", c.at, orders_feed.starting_after) t
    union all
    select a.* from internal.feed_of_activity(
      "order".company_id, "order".id, "order".number, c.at, orders_feed.starting_after) a
  ) f
  where orders_feed.starting_after is null or c.at is not null
  order by f.at desc, f.id desc
  limit 200;
end;
grant execute on function staff.orders_feed(app.orders, uuid) to haat_staff;
