--! owner: haat_gatekeeper
-- Counts the orders of each stage, up to 1,000.
-- Takes: a store (null for all in reach).
create or replace function internal.count_staged_orders(store_id uuid) returns table (stage text, orders bigint)
language sql stable security definer rows 20
set search_path = ''
begin atomic
  select s.stage, least(sum(n.orders), 1000)
  from app.order_statuses s
  cross join unnest(internal.stores_in_reach(count_staged_orders.store_id)) as r (id)
  cross join lateral (
    select count(*) as orders
    from (select from app.orders o where o.store_id = r.id and o.status = s.status limit 1000) x
  ) n
  where s.stage is not null and s.is_open
  group by s.stage;
end;
grant execute on function internal.count_staged_orders(uuid) to haat_staff;
