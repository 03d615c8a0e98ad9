-- Gives the figures of a store's calls to customers in a window on its calendar, in all and by who recorded them
-- (GET /reports/calls).
-- Takes: period, or from and to.
-- Raises: in this order HT008, HT100 (store_id); HT008 (period, from, to).
create or replace function api.get_calls_report(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_window constant record := internal.report_window(v_store_id, input);
  v_parameters constant jsonb := jsonb_build_object(
    'from', v_window.first_day, 'to', v_window.last_day, 'time_zone', v_window.time_zone);
  v_document json;
begin
  v_document := internal.recall_report('get_calls_report', v_store_id, v_parameters);
  if v_document is not null then
    return v_document;
  end if;
  select json_build_object(
      'store_id', v_store_id,
      'from', v_window.first_day,
      'to', v_window.last_day,
      'time_zone', v_window.time_zone,
      'total', (json_agg(d.document) filter (where f.actor is null)) -> 0,
      'agents', coalesce(
        json_agg(json_build_object('actor', f.actor, 'figures', d.document) order by f.calls desc)
          filter (where f.actor is not null), '[]'))
    into v_document
    from internal.call_figures(v_store_id,
      v_window.first_day::timestamp at time zone v_window.time_zone,
      (v_window.last_day + 1)::timestamp at time zone v_window.time_zone) f
    cross join lateral (
      select internal.call_figures_document(f.calls, f.orders, f.confirmed, f.outcomes) as document) d;
  perform internal.remember_report('get_calls_report', v_store_id, v_parameters, v_document);
  return v_document;
end
$$;
grant execute on function api.get_calls_report(jsonb) to haat_api;
