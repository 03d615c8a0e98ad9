-- Gives open parcels that are in one of some states, those first that have been so longest.
-- Takes: the states, as the parcel's status and its order's at the same place of two lists; a store (null for all in
-- reach), a courier (null for all), the parcel after which the list goes on, and how many.
--
-- From each state come its next parcels by one index; a parcel keeps its order's status while it is open.
create or replace function internal.find_parcels_in(parcel_statuses text[], order_statuses text[], store_id uuid,
  courier_id uuid, starting_after uuid, at_most integer) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_since timestamptz := '-infinity';
  v_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  if find_parcels_in.starting_after is not null then
    select coalesce(p.picked_up_at, p.booked_at), p.id into v_since, v_id from app.parcels p
      where p.id = find_parcels_in.starting_after and p.company_id = internal.current_company_id();
  end if;
  return array(
    select t.id
    from unnest(internal.stores_in_reach(find_parcels_in.store_id)) as s (id)
    cross join unnest(parcel_statuses, order_statuses) as w (status, order_status)
    cross join lateral (
      (select p.id, coalesce(p.picked_up_at, p.booked_at) as since from app.parcels p
       where find_parcels_in.courier_id is null and p.store_id = s.id
         and p.status = w.status and p.order_status = w.order_status
         and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
         and (coalesce(p.picked_up_at, p.booked_at), p.id) > (v_since, v_id)
       order by coalesce(p.picked_up_at, p.booked_at), p.id
       limit at_most)
      union all
      (select p.id, coalesce(p.picked_up_at, p.booked_at) from app.parcels p
       where p.store_id = s.id and p.courier_id = find_parcels_in.courier_id
         and p.status = w.status and p.order_status = w.order_status
         and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
         and (coalesce(p.picked_up_at, p.booked_at), p.id) > (v_since, v_id)
       order by coalesce(p.picked_up_at, p.booked_at), p.id
       limit at_most)
    ) t
    order by t.since, t.id
    limit at_most);
end
$$;
grant execute on function internal.find_parcels_in(text[], text[], uuid, uuid, uuid, integer) to haat_gatekeeper;
