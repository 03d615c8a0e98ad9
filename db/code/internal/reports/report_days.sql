-- Gives the stores of a report of one store or of all in reach, and the first and last day of its window.
-- Takes: the store (null: all but the test stores) and the window; without one, this month until today, by the
-- calendar of the store, or of the first of all.
-- Raises: HT008 (from, to).
create or replace function internal.report_days(store_id uuid, "from" date, "to" date,
  out store_ids uuid[], out first_day date, out last_day date)
language plpgsql stable
set search_path = ''
as $$
begin
  store_ids := internal.stores_in_reach(report_days.store_id);
  select w.first_day, w.last_day into first_day, last_day
    from internal.report_window(store_ids[1],
      jsonb_build_object('from', report_days."from", 'to', report_days."to")) w;
end
$$;
grant execute on function internal.report_days(uuid, date, date) to haat_staff;
