--! owner: haat_gatekeeper
-- Counts the parcels of each courier by what is to be done with them, up to 1,000 each, and says since when the
-- oldest is out. Shipments recorded by hand stand under no courier.
-- Takes: a store (null for all in reach).
create or replace function internal.count_open_parcels(store_id uuid)
  returns table (courier_id uuid, work text, parcels bigint, since timestamptz)
language sql stable security definer rows 20
set search_path = ''
begin atomic
  select k.id, w.work, least(count(*), 1000), min(t.since)
  from (
    select c.id from app.couriers c where c.company_id = internal.current_company_id() union all select null
  ) k
  cross join unnest(internal.stores_in_reach(count_open_parcels.store_id)) as s (id)
  cross join unnest('{to_hand_over,with_courier,coming_back}'::text[]) as w (work)
  cross join lateral (
    (select coalesce(p.picked_up_at, p.booked_at) as since from app.parcels p
     where p.store_id = s.id and p.courier_id = k.id and p.work = w.work
     order by coalesce(p.picked_up_at, p.booked_at)
     limit 1000)
    union all
    (select coalesce(p.picked_up_at, p.booked_at) from app.parcels p
     where k.id is null and p.courier_id is null and p.store_id = s.id and p.work = w.work
     order by coalesce(p.picked_up_at, p.booked_at)
     limit 1000)
  ) t
  group by k.id, w.work;
end;
grant execute on function internal.count_open_parcels(uuid) to haat_staff;
