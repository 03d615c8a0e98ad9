-- Delivered parcels of whose cash something is held (parcels.held_amount), by a courier or, of a shipment recorded by
-- hand, by who delivered it: the longest first. At most 200; those after a parcel of the list come with
-- starting_after.
-- Raises: nothing.
create or replace function staff.held_parcels(store_id uuid default null, courier_id uuid default null,
  starting_after uuid default null) returns setof app.parcels
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from internal.find_held_parcels(held_parcels.store_id, held_parcels.courier_id, held_parcels.starting_after, 200) w
  cross join lateral (select p.* from app.parcels p where p.id = w.parcel_id limit 1) t
  order by w.held_since, w.parcel_id;
end;
grant execute on function staff.held_parcels(uuid, uuid, uuid) to haat_staff;
