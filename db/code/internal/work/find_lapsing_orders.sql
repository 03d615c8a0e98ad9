--! owner: haat_gatekeeper
-- Gives the orders that are cancelled next because nothing was paid, the first to go first. At most at_most.
-- Takes: a store (null for all in reach), the order after which the list goes on, and how many.
create or replace function internal.find_lapsing_orders(store_id uuid, starting_after uuid, at_most integer)
  returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select array(
    select a.order_id
    from internal.awaiting_payment() a
    where a.store_id = any (internal.stores_in_reach(find_lapsing_orders.store_id))
      and (find_lapsing_orders.starting_after is null or (a.lapses_at, a.order_id) > (
        select c.lapses_at, c.order_id from internal.awaiting_payment() c
        where c.order_id = find_lapsing_orders.starting_after))
    order by a.lapses_at, a.order_id
    limit at_most);
end;
grant execute on function internal.find_lapsing_orders(uuid, uuid, integer) to haat_staff;
