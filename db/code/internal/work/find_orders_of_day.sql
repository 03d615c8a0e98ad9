--! owner: haat_gatekeeper
-- Gives the orders of a day of each store's own calendar, the newest first, at most at_most.
-- Takes: the day (null for today), a store (null for all in reach), the order after which the list goes on, and how
-- many.
create or replace function internal.find_orders_of_day(day date, store_id uuid, starting_after uuid, at_most integer)
  returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select array(
    select t.id
    from app.stores s
    cross join lateral (
      select coalesce(find_orders_of_day.day, (internal.now() at time zone s.timezone)::date) as day
    ) d
    cross join lateral (
      select o.id, o.created_at
      from app.orders o
      where o.store_id = s.id
        and o.created_at >= d.day::timestamp at time zone s.timezone
        and o.created_at < (d.day + 1)::timestamp at time zone s.timezone
        and (find_orders_of_day.starting_after is null or (o.created_at, o.id) < (
          select c.created_at, c.id from app.orders c
          where c.id = find_orders_of_day.starting_after and c.company_id = internal.current_company_id()))
      order by o.created_at desc, o.id desc
      limit at_most
    ) t
    where s.id = any (internal.stores_in_reach(find_orders_of_day.store_id))
    order by t.created_at desc, t.id desc
    limit at_most);
end;
grant execute on function internal.find_orders_of_day(date, uuid, uuid, integer) to haat_staff;
