--! owner: haat_gatekeeper
-- Counts the orders of each stage, up to 1,000.
-- Takes: a store (null for all in reach).
create or replace function internal.count_staged_orders(store_id uuid) returns table (stage text, orders bigint)
language sql stable security definer rows 20
set search_path = ''
begin atomic
  select s.stage, least(coalesce(sum(c.orders), 0), 1000)::bigint
  from app.order_statuses s
  left join internal.order_counts(internal.stores_in_reach(count_staged_orders.store_id)) c on c.status = s.status
  where s.stage is not null and s.is_open
  group by s.stage;
end;
grant execute on function internal.count_staged_orders(uuid) to haat_staff;
