--! owner: haat_gatekeeper
-- Counts the open parcels of each courier by what is to be done with them, and says since when the oldest is out. Of
-- each courier, store and status at most 1,000 are counted.
-- Takes: a store (null for all in reach).
create or replace function internal.count_open_parcels(store_id uuid)
  returns table (courier_id uuid, work text, parcels bigint, since timestamptz)
language sql stable security definer rows 20
set search_path = ''
begin atomic
  with works as materialized (select w.* from internal.parcel_works() w)
  select k.id, t.work, least(count(*), 1000), min(t.since)
  from (
    select c.id from app.couriers c where c.company_id = internal.current_company_id() union all select null
  ) k
  cross join unnest(internal.stores_in_reach(count_open_parcels.store_id)) as s (id)
  cross join unnest('{booked,picked_up,delivery_failed,return_requested}'::text[]) as w (status)
  cross join lateral (
    select (select k.work from works k where k.parcel_status = n.status and k.order_status = o.status) as work, n.since
    from (
      select p.status, p.order_id, coalesce(p.picked_up_at, p.booked_at) as since from app.parcels p
      where p.store_id = s.id and p.courier_id = k.id and p.status = w.status
        and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
      union all
      select p.status, p.order_id, coalesce(p.picked_up_at, p.booked_at) from app.parcels p
      where k.id is null and p.courier_id is null and p.store_id = s.id and p.status = w.status
        and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
    ) n
    cross join lateral (select x.status from app.orders x where x.id = n.order_id limit 1) o
    order by n.since
    limit 1000
  ) t
  group by k.id, t.work;
end;
grant execute on function internal.count_open_parcels(uuid) to haat_staff;
