-- Lists the orders whose call-back is due. The one that has waited longest comes first. At most 1,000; those after an
-- order of the list come with starting_after.
-- Raises: nothing.
create or replace function staff.call_backs_due(store_id uuid default null, starting_after uuid default null)
  returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from unnest(internal.find_call_backs_due(call_backs_due.store_id, call_backs_due.starting_after, 1000))
    with ordinality as w (id, place)
  cross join lateral (select x.* from internal.readable_orders() x where x.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.call_backs_due(uuid, uuid) to haat_staff;
