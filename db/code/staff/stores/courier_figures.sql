-- What became of the parcels that were booked in a window of days, at most 366, by the calendar of their store,
-- courier by courier, those with most parcels first; without a window, this month until today. Cancelled bookings do
-- not count. Of one store, or of all but the test stores. What couriers charged is for those who may see it: null for
-- others. Amounts are null where the stores have several currencies.
-- Raises: HT008 (from, to).
create or replace function staff.courier_figures(store_id uuid default null, "from" date default null,
  "to" date default null) returns setof staff.courier_figures
language plpgsql stable rows 10
set search_path = ''
as $$
declare
  v_asked constant record := internal.report_days(store_id, courier_figures."from", courier_figures."to");
  v_is_one_currency constant boolean := internal.is_one_currency(v_asked.store_ids);
  v_shows_charges constant boolean := internal.is_permitted('payments.manage') or internal.is_permitted('costs.read');
begin
  return query
  select g.courier_id, c.name, g.parcels, g.delivered, g.returned, g.parcels - g.delivered - g.returned,
    round(g.delivered::numeric / nullif(g.delivered + g.returned, 0), 4)::numeric(5, 4),
    round(g.days, 1)::numeric(6, 1),
    case when v_is_one_currency then g.collected end::numeric(16, 2),
    case when v_is_one_currency and v_shows_charges then g.charged end::numeric(16, 2)
  from (
    select p.courier_id, count(*)::integer as parcels,
      count(*) filter (where p.delivered_at is not null)::integer as delivered,
      count(*) filter (where p.delivered_at is null and p.received_at is not null)::integer as returned,
      avg(extract(epoch from p.delivered_at - p.picked_up_at) / 86400) as days,
      coalesce(sum(coalesce(p.collected_amount, case when p.delivered_at is not null then p.cod_amount end)), 0)
        as collected,
      coalesce(sum(h.charged), 0) as charged
    from app.stores s
    cross join lateral (
      select p.* from app.parcels p
      where p.store_id = s.id and p.status <> 'cancelled'
        and p.created_at >= v_asked.first_day::timestamp at time zone s.timezone
        and p.created_at < (v_asked.last_day + 1)::timestamp at time zone s.timezone
      -- Store by store, so that its parcels of these days are read and no others.
      offset 0
    ) p
    left join lateral (
      select sum(x.amount) as charged from app.courier_charges x
      where v_shows_charges and x.store_id = p.store_id and x.parcel_id = p.id
    ) h on true
    where s.id = any (v_asked.store_ids)
    group by p.courier_id
  ) g
  left join app.couriers c on c.id = g.courier_id
  order by g.parcels desc, c.name, g.courier_id;
end
$$;
grant execute on function staff.courier_figures(uuid, date, date) to haat_staff;
