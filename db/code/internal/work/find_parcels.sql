--! owner: haat_gatekeeper
-- Gives parcels by what is to be done with them, those first that have been out longest.
-- Takes: the work (app.parcels.work), one or more; a store (null for all in reach), a courier (null for all), the
-- parcel after which the list goes on, and how many.
--
-- From each store and work come its next parcels by one index.
create or replace function internal.find_parcels(works text[], store_id uuid, courier_id uuid, starting_after uuid,
  at_most integer) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_since timestamptz := '-infinity';
  v_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  if find_parcels.starting_after is not null then
    select coalesce(p.picked_up_at, p.booked_at), p.id into v_since, v_id from app.parcels p
      where p.id = find_parcels.starting_after and p.company_id = internal.current_company_id();
  end if;
  return array(
    select t.id
    from unnest(internal.stores_in_reach(find_parcels.store_id)) as s (id)
    cross join unnest(works) as w (work)
    cross join lateral (
      (select p.id, coalesce(p.picked_up_at, p.booked_at) as since from app.parcels p
       where find_parcels.courier_id is null and p.store_id = s.id and p.work = w.work
         and (coalesce(p.picked_up_at, p.booked_at), p.id) > (v_since, v_id)
       order by coalesce(p.picked_up_at, p.booked_at), p.id
       limit at_most)
      union all
      (select p.id, coalesce(p.picked_up_at, p.booked_at) from app.parcels p
       where p.store_id = s.id and p.courier_id = find_parcels.courier_id and p.work = w.work
         and (coalesce(p.picked_up_at, p.booked_at), p.id) > (v_since, v_id)
       order by coalesce(p.picked_up_at, p.booked_at), p.id
       limit at_most)
    ) t
    order by t.since, t.id
    limit at_most);
end
$$;
grant execute on function internal.find_parcels(text[], uuid, uuid, uuid, integer) to haat_staff;
