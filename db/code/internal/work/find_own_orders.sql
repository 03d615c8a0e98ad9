--! owner: haat_gatekeeper
-- Gives the orders that are assigned to the current member of staff and not over: the oldest first, at most 200.
-- Takes: a store (null for all in reach) and the order after which the list goes on.
create or replace function internal.find_own_orders(store_id uuid, starting_after uuid) returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select array(
    select t.id
    from app.order_statuses s
    cross join lateral (
      select o.id, o.created_at
      from app.orders o
      where o.company_id = internal.current_company_id()
        and o.assignee_id = (select a.actor_id from internal.current_actor() a)
        and o.status = s.status
        and o.store_id = any (internal.stores_in_reach(find_own_orders.store_id))
        and (find_own_orders.starting_after is null or (o.created_at, o.id) > (
          select c.created_at, c.id from app.orders c
          where c.id = find_own_orders.starting_after and c.company_id = internal.current_company_id()))
      order by o.created_at, o.id
      limit 200
    ) t
    where s.is_open
    order by t.created_at, t.id
    limit 200);
end;
grant execute on function internal.find_own_orders(uuid, uuid) to haat_staff;
