-- Returns of customers that have not arrived, the oldest first. At most 200; those after a return of the list come
-- with starting_after. Parcels that come back undelivered are in parcels_coming_back.
-- Raises: nothing.
create or replace function staff.returns_expected(store_id uuid default null, starting_after uuid default null)
  returns setof app.returns
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from unnest(internal.find_requested_returns(
    returns_expected.store_id, returns_expected.starting_after, 200)) with ordinality as w (id, place)
  cross join lateral (select x.* from app.returns x where x.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.returns_expected(uuid, uuid) to haat_staff;
