--! owner: haat_gatekeeper
-- Gives the booked parcels of packed orders that wait for their courier, those first that have waited longest.
-- Takes: a store (null for all in reach), a courier (null for all), the parcel after which the list goes on, and how
-- many.
--
-- From the packed orders: where couriers report no pickups, booked parcels are those on the road.
create or replace function internal.find_parcels_to_hand_over(store_id uuid, courier_id uuid, starting_after uuid,
  at_most integer) returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select array(
    select p.id
    from unnest(internal.stores_in_reach(find_parcels_to_hand_over.store_id)) as r (id)
    cross join lateral (
      select o.id from app.orders o
      where o.store_id = r.id
        and o.status = any (array(select s.status from app.order_statuses s where s.stage = 'to_ship'))
    ) o
    cross join lateral (
      select n.* from app.parcels n
      where n.order_id = o.id and n.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested') limit 1
    ) p
    where p.status = 'booked'
      and (find_parcels_to_hand_over.courier_id is null or p.courier_id = find_parcels_to_hand_over.courier_id)
      and (find_parcels_to_hand_over.starting_after is null or (p.booked_at, p.id) > (
        select c.booked_at, c.id from app.parcels c
        where c.id = find_parcels_to_hand_over.starting_after and c.company_id = internal.current_company_id()))
    order by p.booked_at, p.id
    limit at_most);
end;
grant execute on function internal.find_parcels_to_hand_over(uuid, uuid, uuid, integer) to haat_staff;
