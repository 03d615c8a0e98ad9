-- Why goods came back in a window of days, at most 366, by the calendar of their store, the most frequent reason
-- first; without a window, this month until today: returns of customers by the reason that was written, those that
-- were called off not counted, and parcels booked in the window that come or came back undelivered, by what was last
-- said of why, with the failed delivery, the return or the order. Of one store, or of all but the test stores. Amounts
-- are null where the stores have several currencies.
-- Raises: HT008 (from, to).
create or replace function staff.return_figures(store_id uuid default null, "from" date default null,
  "to" date default null) returns setof staff.return_figures
language plpgsql stable rows 20
set search_path = ''
as $$
declare
  v_asked constant record := internal.report_days(store_id, return_figures."from", return_figures."to");
  v_is_one_currency constant boolean := internal.is_one_currency(v_asked.store_ids);
begin
  return query
  select b.was_delivered, min(b.reason), count(*)::integer, count(b.received_at)::integer,
    sum(b.units)::integer, sum(b.damaged)::integer,
    case when v_is_one_currency then sum(b.amount) end::numeric(16, 2)
  from app.stores s
  cross join lateral (
    select true as was_delivered, nullif(btrim(r.reason), '') as reason, r.received_at, l.units, l.damaged, l.amount
    from app.returns r
    cross join lateral (
      select sum(x.quantity) as units, sum(x.damaged_quantity) as damaged,
        sum(i.line_total - internal.kept_amount(i.line_total, i.quantity, i.quantity - x.quantity)) as amount
      from app.return_lines x
      join app.order_items i on i.store_id = x.store_id and i.id = x.order_item_id
      where x.return_id = r.id
    ) l
    where r.store_id = s.id and r.status <> 'cancelled'
      and r.created_at >= v_asked.first_day::timestamp at time zone s.timezone
      and r.created_at < (v_asked.last_day + 1)::timestamp at time zone s.timezone
    union all
    select false, f.reason, p.received_at, l.units, l.damaged, l.amount
    from (
      select p.* from app.parcels p
      where p.store_id = s.id and p.delivered_at is null and (p.work = 'coming_back' or p.status = 'received')
        and p.created_at >= v_asked.first_day::timestamp at time zone s.timezone
        and p.created_at < (v_asked.last_day + 1)::timestamp at time zone s.timezone
      -- Store by store, so that its parcels of these days are read and no others.
      offset 0
    ) p
    left join lateral (
      select btrim(t.note) as reason
      from app.order_timeline t
      left join app.order_statuses o on o.status = t.to_status
      where t.store_id = p.store_id and t.order_id = p.order_id and btrim(t.note) <> ''
        and (o.parcel = 'failed' or o.stock = 'returning' or t.action = 'parcel_return_requested')
      order by t.created_at desc, t.id desc limit 1
    ) f on true
    cross join lateral (
      select sum(i.quantity) as units, sum(i.damaged_quantity) as damaged, sum(i.line_total) as amount
      from app.order_items i where i.store_id = p.store_id and i.order_id = p.order_id
    ) l
  ) b
  where s.id = any (v_asked.store_ids)
  group by b.was_delivered, internal.fold(b.reason)
  order by count(*) desc, b.was_delivered desc, min(b.reason);
end
$$;
grant execute on function staff.return_figures(uuid, date, date) to haat_staff;
