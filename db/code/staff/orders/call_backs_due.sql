-- Lists the orders whose call-back is due. The one that has waited longest comes first. At most 1,000; those after an
-- order of the list come with starting_after.
-- Raises: nothing.
--
-- Plain SQL without set search_path: the planner puts it in its place, so that of a page no more orders are read than
-- it shows. Sorted before they are read, for the same reason.
create or replace function staff.call_backs_due(store_id uuid default null, starting_after uuid default null)
  returns setof app.orders
language sql stable rows 100
begin atomic
  select t.*
  from (
    select u.id, u.place
    from unnest(internal.find_call_backs_due(call_backs_due.store_id, call_backs_due.starting_after, 1000))
      with ordinality as u (id, place)
    order by u.place
  ) w
  cross join lateral (select x.* from internal.readable_orders() x where x.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.call_backs_due(uuid, uuid) to haat_staff;
