--! owner: haat_gatekeeper
-- Counts the orders that are assigned to the current member of staff and not over, up to 1,000.
-- Takes: a store (null for all in reach).
create or replace function internal.count_own_orders(store_id uuid) returns bigint
language sql stable security definer
set search_path = ''
begin atomic
  select count(*)
  from (
    select from app.orders o
    where o.company_id = internal.current_company_id()
      and o.assignee_id = (select a.actor_id from internal.current_actor() a)
      and o.status = any (array(select s.status from app.order_statuses s where s.is_open))
      and o.store_id = any (internal.stores_in_reach(count_own_orders.store_id))
    limit 1000
  ) x;
end;
grant execute on function internal.count_own_orders(uuid) to haat_staff;
