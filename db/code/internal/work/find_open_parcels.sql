--! owner: haat_gatekeeper
-- Gives open parcels by what is to be done with them, those first that have been so longest.
-- Takes: the work (internal.parcel_works), a store (null for all in reach), a courier (null for all), the parcel after
-- which the list goes on, and how many.
create or replace function internal.find_open_parcels(work text, store_id uuid, courier_id uuid, starting_after uuid,
  at_most integer) returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select internal.find_parcels_in(array_agg(w.parcel_status), array_agg(w.order_status),
    find_open_parcels.store_id, find_open_parcels.courier_id, find_open_parcels.starting_after, at_most)
  from internal.parcel_works() w
  where w.work = find_open_parcels.work;
end;
grant execute on function internal.find_open_parcels(text, uuid, uuid, uuid, integer) to haat_staff;
