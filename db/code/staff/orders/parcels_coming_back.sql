-- Parcels with goods that come back and have not been received: not delivered, not kept by the customer, or called
-- back. Those first that have been out longest. At most 200; those after a parcel of the list come with
-- starting_after.
-- Raises: nothing.
create or replace function staff.parcels_coming_back(store_id uuid default null, courier_id uuid default null,
  starting_after uuid default null)
  returns setof app.parcels
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from unnest(internal.find_parcels('{coming_back}', parcels_coming_back.store_id,
    parcels_coming_back.courier_id, parcels_coming_back.starting_after, 200)) with ordinality as w (id, place)
  cross join lateral (select x.* from app.parcels x where x.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.parcels_coming_back(uuid, uuid, uuid) to haat_staff;
