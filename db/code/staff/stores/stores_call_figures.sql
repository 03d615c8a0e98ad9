-- The calls to customers of the store in a window of days on its own calendar, at most 366: in all first, and then by
-- who recorded them, those with most calls first. Without a window, this month until today.
-- Gives: no row when no call was recorded. actor_type null: all together.
-- Raises: HT008 (from, to).
create or replace function staff.stores_call_figures(store app.stores, "from" date default null,
  "to" date default null) returns setof staff.call_figures
language plpgsql stable rows 20
set search_path = ''
as $$
declare
  v_window constant record := internal.report_window(store.id,
    jsonb_build_object('from', stores_call_figures."from", 'to', stores_call_figures."to"));
begin
  return query
  select r.*
  from internal.call_figures(store.id,
    v_window.first_day::timestamp at time zone v_window.time_zone,
    (v_window.last_day + 1)::timestamp at time zone v_window.time_zone) f
  cross join lateral (
    select internal.call_figures_document(f.calls, f.orders, f.confirmed, f.outcomes)::jsonb as document) d
  cross join lateral jsonb_populate_record(null::staff.call_figures, d.document || (d.document -> 'outcomes')
    || jsonb_build_object('actor_type', f.actor ->> 'type', 'actor_id', f.actor ->> 'id', 'name', f.actor ->> 'name')
  ) r
  where f.calls > 0
  order by f.actor is not null, f.calls desc, r.actor_type, r.actor_id;
end
$$;
grant execute on function staff.stores_call_figures(app.stores, date, date) to haat_staff;
