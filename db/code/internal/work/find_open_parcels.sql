--! owner: haat_gatekeeper
-- Gives open parcels by what is to be done with them, those first that have been so longest.
-- Takes: the work (internal.parcel_works), a store (null for all in reach), a courier (null for all), the parcel after
-- which the list goes on, and how many.
create or replace function internal.find_open_parcels(work text, store_id uuid, courier_id uuid, starting_after uuid,
  at_most integer) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_after record;
begin
  select coalesce(p.picked_up_at, p.booked_at) as since, p.id into v_after from app.parcels p
    where p.id = find_open_parcels.starting_after and p.company_id = internal.current_company_id();
  return array(
    select t.id
    from unnest(internal.stores_in_reach(find_open_parcels.store_id)) as s (id)
    cross join unnest('{booked,picked_up,delivery_failed,return_requested}'::text[]) as w (status)
    cross join lateral (
      select n.*
      from (
        select p.id, p.order_id, p.status, coalesce(p.picked_up_at, p.booked_at) as since from app.parcels p
        where find_open_parcels.courier_id is null and p.store_id = s.id and p.status = w.status
          and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
          and (coalesce(p.picked_up_at, p.booked_at), p.id)
            > (coalesce(v_after.since, '-infinity'), coalesce(v_after.id, '00000000-0000-0000-0000-000000000000'))
        union all
        select p.id, p.order_id, p.status, coalesce(p.picked_up_at, p.booked_at) from app.parcels p
        where p.store_id = s.id and p.courier_id = find_open_parcels.courier_id and p.status = w.status
          and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
          and (coalesce(p.picked_up_at, p.booked_at), p.id)
            > (coalesce(v_after.since, '-infinity'), coalesce(v_after.id, '00000000-0000-0000-0000-000000000000'))
      ) n
      cross join lateral (select o.status from app.orders o where o.id = n.order_id limit 1) o
      where (n.status, o.status) in (
        select k.parcel_status, k.order_status from internal.parcel_works() k where k.work = find_open_parcels.work)
      order by n.since, n.id
      limit at_most
    ) t
    order by t.since, t.id
    limit at_most);
end
$$;
grant execute on function internal.find_open_parcels(text, uuid, uuid, uuid, integer) to haat_staff;
