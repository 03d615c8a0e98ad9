-- What staff changed of the customer, and what happened to the newest 100 orders: the newest first.
-- At most 200; those before an entry come with starting_after.
-- Raises: nothing.
create or replace function staff.customers_feed(customer app.customers, starting_after uuid default null)
  returns setof staff.feed_entry
language sql stable rows 50
set search_path = ''
begin atomic
  with cursor_of as materialized (select internal.feed_time(customers_feed.starting_after) as at)
  select f.*
  from cursor_of c
  cross join lateral (
    select a.* from internal.feed_of_activity(
      customer.company_id, customer.id, customer.full_name, c.at, customers_feed.starting_after) a
    union all
    select e.*
    from (
      select o as "order" from internal.readable_orders() o
      where o.store_id = customer.store_id and o.customer_id = customer.id
      order by o.created_at desc, o.id desc limit 100
    ) o
    cross join lateral internal.feed_of_order(o."order", c.at, customers_feed.starting_after) e
  ) f
  where customers_feed.starting_after is null or c.at is not null
  order by f.at desc, f.id desc
  limit 200;
end;
grant execute on function staff.customers_feed(app.customers, uuid) to haat_staff;
