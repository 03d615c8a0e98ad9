--! owner: haat_gatekeeper
-- Gives the orders whose customer is owed money back, the oldest first.
-- Takes: a store (null for all in reach), the order after which the list goes on, and how many.
create or replace function internal.find_refunds_owed(store_id uuid, starting_after uuid, at_most integer)
  returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select array(
    select t.id
    from unnest(internal.stores_in_reach(find_refunds_owed.store_id)) as s (id)
    cross join lateral (
      select o.id, o.created_at from app.orders o
      where o.store_id = s.id and o.to_refund_amount > 0
        and (find_refunds_owed.starting_after is null or (o.created_at, o.id) > (
          select c.created_at, c.id from app.orders c
          where c.id = find_refunds_owed.starting_after and c.company_id = internal.current_company_id()))
      order by o.created_at, o.id
      limit at_most
    ) t
    order by t.created_at, t.id
    limit at_most);
end;
grant execute on function internal.find_refunds_owed(uuid, uuid, integer) to haat_staff;
