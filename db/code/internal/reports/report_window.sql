-- Gives the first and last day of a report, both included, on the store's calendar, and the store's time zone.
-- Takes: the store and the report's input (period, or from and to).
-- Raises: HT008 (period, from, to).
-- see: reference/reports#get_sales_summary
--
-- It refuses what only the store's calendar can tell: where one bound is missing, the other is compared with today.
create or replace function internal.report_window(store_id uuid, input jsonb,
  out first_day date, out last_day date, out time_zone text)
language plpgsql stable
set search_path = ''
as $$
declare
  v_most_days constant integer := 366;
  v_period constant text := input ->> 'period';
  v_today date;
begin
  select s.timezone into time_zone from app.stores s where s.id = report_window.store_id;
  v_today := (internal.now() at time zone time_zone)::date;
  if v_period is not null and (input ->> 'from' is not null or input ->> 'to' is not null) then
    perform internal.field_error('HT008', 'period', 'reportWindow');
  end if;
  first_day := case v_period
    when 'today' then v_today
    when 'yesterday' then v_today - 1
    when 'last_7_days' then v_today - 6
    when 'last_30_days' then v_today - 29
    when 'last_month' then (date_trunc('month', v_today::timestamp) - interval '1 month')::date
    else coalesce((input ->> 'from')::date, date_trunc('month', v_today::timestamp)::date)
  end;
  last_day := case v_period
    when 'yesterday' then v_today - 1
    when 'last_month' then date_trunc('month', v_today::timestamp)::date - 1
    else coalesce((input ->> 'to')::date, v_today)
  end;
  if first_day > last_day then
    perform internal.field_error('HT008', case when input ->> 'from' is null then 'to' else 'from' end,
      'reportWindow.order', jsonb_build_object('from', first_day, 'to', last_day));
  end if;
  if last_day - first_day >= v_most_days then
    perform internal.field_error('HT008', case when input ->> 'from' is null then 'to' else 'from' end,
      'reportWindow.days', jsonb_build_object('days', last_day - first_day + 1, 'most', v_most_days));
  end if;
end
$$;
grant execute on function internal.report_window(uuid, jsonb) to haat_api, haat_staff;
