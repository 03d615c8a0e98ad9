--! owner: haat_gatekeeper
-- Gives the delivered parcels of whose cash something is held (app.parcels.held_amount), the longest first, with how
-- much that is, and by whom: null for a shipment recorded by hand.
-- Takes: a store (null for all in reach), a courier (null for all), the parcel after which the list goes on, and how
-- many (null for all).
create or replace function internal.find_held_parcels(store_id uuid, courier_id uuid, starting_after uuid,
  at_most integer) returns table (parcel_id uuid, held_by uuid, held_since timestamptz, amount numeric)
language plpgsql stable security definer rows 100
set search_path = ''
as $$
declare
  v_since timestamptz := '-infinity';
  v_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  if find_held_parcels.starting_after is not null then
    select p.delivered_at, p.id into v_since, v_id from app.parcels p
      where p.id = find_held_parcels.starting_after and p.company_id = internal.current_company_id();
  end if;
  return query
  select t.id, t.courier_id, t.delivered_at, t.held_amount
  from unnest(internal.stores_in_reach(find_held_parcels.store_id)) as s (id)
  cross join lateral (
    (select p.id, p.courier_id, p.delivered_at, p.held_amount from app.parcels p
     where find_held_parcels.courier_id is null and p.store_id = s.id and p.held_amount > 0
       and (p.delivered_at, p.id) > (v_since, v_id)
     order by p.delivered_at, p.id
     limit at_most)
    union all
    (select p.id, p.courier_id, p.delivered_at, p.held_amount from app.parcels p
     where p.store_id = s.id and p.courier_id = find_held_parcels.courier_id and p.held_amount > 0
       and (p.delivered_at, p.id) > (v_since, v_id)
     order by p.delivered_at, p.id
     limit at_most)
  ) t
  order by t.delivered_at, t.id
  limit at_most;
end
$$;
grant execute on function internal.find_held_parcels(uuid, uuid, uuid, integer) to haat_staff;
