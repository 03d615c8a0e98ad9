-- Gives the sales figures of a window on the store's calendar (GET /reports/sales-summary).
-- Takes: period, or from and to; channel; compare.
-- Raises: in this order HT008, HT100 (store_id); HT008 (period, from, to); HT010 (the plan has no comparison).
create or replace function api.get_sales_summary(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_window constant record := internal.report_window(v_store_id, input);
  v_channel constant text := input ->> 'channel';
  v_compares constant boolean := input ->> 'compare' is not null;
  v_parameters constant jsonb := jsonb_build_object(
    'from', v_window.first_day,
    'to', v_window.last_day,
    'time_zone', v_window.time_zone,
    'channel', v_channel,
    'compare', v_compares);
  v_days constant integer := v_window.last_day - v_window.first_day + 1;
  v_channel_ids uuid[];
  v_figures json;
  v_rest json;
  v_previous text := '';
  v_document json;
begin
  if v_compares then
    perform internal.require_plan_feature('advanced_reports');
  end if;
  v_document := internal.recall_report('get_sales_summary', v_store_id, v_parameters);
  if v_document is not null then
    return v_document;
  end if;
  -- A slug that names no channel of the store finds nothing, as the filter of a list would.
  if v_channel is not null then
    v_channel_ids := array(select c.id from app.channels c where c.store_id = v_store_id and c.slug = v_channel);
  end if;
  v_figures := internal.sales_document(v_store_id, v_window.first_day, v_window.last_day, v_channel_ids);
  v_rest := json_build_object(
    'store_id', v_store_id,
    'time_zone', v_window.time_zone,
    'channel', v_channel,
    'basis', json_build_object('sales', 'delivered', 'money_received', 'settled', 'cod_outstanding', 'as_of_today'),
    'cod_outstanding', case when v_channel is null then internal.cod_outstanding(v_store_id) end);
  if v_compares then
    v_previous := ',"previous_period":' || internal.sales_document(
      v_store_id, v_window.first_day - v_days, v_window.first_day - 1, v_channel_ids)::text;
  end if;
  -- The two objects are joined as text: the first without its closing brace, the second without its opening one.
  v_document := (left(v_figures::text, -1) || ',' || left(right(v_rest::text, -1), -1) || v_previous || '}')::json;
  perform internal.remember_report('get_sales_summary', v_store_id, v_parameters, v_document);
  return v_document;
end
$$;
grant execute on function api.get_sales_summary(jsonb) to haat_api;
