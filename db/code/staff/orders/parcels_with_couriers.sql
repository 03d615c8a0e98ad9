-- Parcels of which couriers have goods, on the way there or back (parcels_coming_back), those first that have been out
-- longest (parcels.days_out).
-- At most 200; those after a parcel of the list come with starting_after.
-- Raises: nothing.
create or replace function staff.parcels_with_couriers(store_id uuid default null, courier_id uuid default null,
  starting_after uuid default null)
  returns setof app.parcels
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from unnest(internal.find_parcels('{with_courier,coming_back}', parcels_with_couriers.store_id,
    parcels_with_couriers.courier_id, parcels_with_couriers.starting_after, 200)) with ordinality as w (id, place)
  cross join lateral (select x.* from app.parcels x where x.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.parcels_with_couriers(uuid, uuid, uuid) to haat_staff;
