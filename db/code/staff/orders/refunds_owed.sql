-- Orders whose customer is owed money back (orders.to_refund_amount): cancelled ones that were paid, goods that came
-- back, sums that were paid twice. The oldest first. At most 200; those after an order of the list come with
-- starting_after.
-- Raises: nothing.
create or replace function staff.refunds_owed(store_id uuid default null, starting_after uuid default null)
  returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from unnest(internal.find_refunds_owed(refunds_owed.store_id, refunds_owed.starting_after, 200))
    with ordinality as w (id, place)
  cross join lateral (select x.* from internal.readable_orders() x where x.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.refunds_owed(uuid, uuid) to haat_staff;
