-- Gives the variants that earned most in a window on the store's calendar, under their present names
-- (GET /reports/top-products).
-- Takes: period, or from and to; limit.
-- Raises: in this order HT008, HT100 (store_id); HT008 (period, from, to); HT010 (the plan has no such report).
create or replace function api.get_top_products(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_window constant record := internal.report_window(v_store_id, input);
  v_limit constant integer := coalesce((input ->> 'limit')::integer, 10);
  v_parameters constant jsonb := jsonb_build_object(
    'from', v_window.first_day,
    'to', v_window.last_day,
    'time_zone', v_window.time_zone,
    'limit', v_limit);
  v_document json;
begin
  perform internal.require_plan_feature('advanced_reports');
  v_document := internal.recall_report('get_top_products', v_store_id, v_parameters);
  if v_document is not null then
    return v_document;
  end if;
  v_document := json_build_object(
    'store_id', v_store_id,
    'from', v_window.first_day,
    'to', v_window.last_day,
    'time_zone', v_window.time_zone,
    'basis', json_build_object('revenue', 'delivered_kept'),
    'data', coalesce((
      select json_agg(json_build_object(
        'product_id', p.id,
        'variant_id', v.id,
        'product_name', p.name,
        'variant_name', v.name,
        'sku', v.sku,
        'units_sold', r.units_sold,
        'units_returned', r.units_returned,
        'revenue', r.revenue::text) order by r.rank)
      from internal.rank_products(v_store_id, v_window.first_day, v_window.last_day, v_limit) r
      join app.variants v on v.store_id = v_store_id and v.id = r.variant_id
      join app.products p on p.store_id = v_store_id and p.id = v.product_id), '[]'::json));
  perform internal.remember_report('get_top_products', v_store_id, v_parameters, v_document);
  return v_document;
end
$$;
grant execute on function api.get_top_products(jsonb) to haat_api;
