--! owner: haat_gatekeeper
-- Gives the returns of customers that have not arrived, the oldest first, at most at_most.
-- Takes: a store (null for all in reach), the return after which the list goes on, and how many.
create or replace function internal.find_requested_returns(store_id uuid, starting_after uuid, at_most integer)
  returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select array(
    select t.id
    from unnest(internal.stores_in_reach(find_requested_returns.store_id)) as s (id)
    cross join lateral (
      select r.id, r.created_at from app.returns r
      where r.store_id = s.id and r.status = 'requested'
        and (find_requested_returns.starting_after is null or (r.created_at, r.id) > (
          select c.created_at, c.id from app.returns c
          where c.id = find_requested_returns.starting_after and c.company_id = internal.current_company_id()))
      order by r.created_at, r.id
      limit at_most
    ) t
    order by t.created_at, t.id
    limit at_most);
end;
grant execute on function internal.find_requested_returns(uuid, uuid, integer) to haat_staff;
