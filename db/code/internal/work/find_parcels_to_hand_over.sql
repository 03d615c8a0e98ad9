--! owner: haat_gatekeeper
-- Gives the booked parcels of packed orders that wait for their courier, those first that have waited longest.
-- Takes: a store (null for all in reach), a courier (null for all), the parcel after which the list goes on, and how
-- many.
create or replace function internal.find_parcels_to_hand_over(store_id uuid, courier_id uuid, starting_after uuid,
  at_most integer) returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select internal.find_parcels_in(array_agg('booked'::text), array_agg(s.status),
    find_parcels_to_hand_over.store_id, find_parcels_to_hand_over.courier_id,
    find_parcels_to_hand_over.starting_after, at_most)
  from app.order_statuses s
  where s.stage = 'to_ship';
end;
grant execute on function internal.find_parcels_to_hand_over(uuid, uuid, uuid, integer) to haat_staff;
