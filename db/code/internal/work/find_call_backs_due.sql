--! owner: haat_gatekeeper
-- Gives the orders whose call-back is due, those first that have waited longest.
-- Takes: a store (null for all in reach), the order after which the list goes on, and how many (null for all).
create or replace function internal.find_call_backs_due(store_id uuid, starting_after uuid, at_most integer)
  returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select array(
    select t.id
    from unnest(internal.stores_in_reach(find_call_backs_due.store_id)) as r (id)
    cross join app.order_statuses s
    cross join lateral (
      select o.id, o.follow_up_at
      from app.orders o
      where o.store_id = r.id and o.status = s.status
        and o.follow_up_at is not null and o.follow_up_at <= (select internal.now())
        and (find_call_backs_due.starting_after is null or (o.follow_up_at, o.id) > (
          select c.follow_up_at, c.id from app.orders c
          where c.id = find_call_backs_due.starting_after and c.company_id = internal.current_company_id()))
      order by o.follow_up_at, o.id
      limit at_most
    ) t
    where s.stage = 'call_back'
    order by t.follow_up_at, t.id
    limit at_most);
end;
grant execute on function internal.find_call_backs_due(uuid, uuid, integer) to haat_staff;
