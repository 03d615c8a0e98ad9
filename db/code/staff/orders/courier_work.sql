-- What each courier has to take, has of ours (with_courier), brings back of that, and holds in cash. Couriers without
-- any of it are left out; shipments recorded by hand stand under no courier.
-- Raises: nothing.
create or replace function staff.courier_work(store_id uuid default null) returns setof staff.courier_work
language sql stable rows 10
set search_path = ''
begin atomic
  with work as (
    select w.courier_id, w.work, w.parcels, w.since from internal.count_open_parcels(courier_work.store_id) w
  ), held as (
    select h.held_by as courier_id, count(*) as parcels, sum(h.amount) as amount, min(h.held_since) as since
    from internal.find_held_parcels(courier_work.store_id, null, null, null) h
    group by h.held_by
  )
  select k.courier_id, c.name,
    coalesce(max(w.parcels) filter (where w.work = 'to_hand_over'), 0)::integer,
    coalesce(sum(w.parcels) filter (where w.work in ('with_courier', 'coming_back')), 0)::integer,
    min(w.since) filter (where w.work in ('with_courier', 'coming_back')),
    floor(extract(epoch from internal.now()
      - min(w.since) filter (where w.work in ('with_courier', 'coming_back'))) / 86400)::integer,
    coalesce(max(w.parcels) filter (where w.work = 'coming_back'), 0)::integer,
    coalesce(max(h.parcels), 0)::integer, coalesce(max(h.amount), 0)::numeric(14, 2), max(h.since)
  from (select courier_id from work union select courier_id from held) k
  left join app.couriers c on c.id = k.courier_id
  left join work w on w.courier_id is not distinct from k.courier_id
  left join held h on h.courier_id is not distinct from k.courier_id
  group by k.courier_id, c.name
  order by c.name, k.courier_id;
end;
grant execute on function staff.courier_work(uuid) to haat_staff;
