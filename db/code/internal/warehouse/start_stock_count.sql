-- Starts a stock count of a location.
-- Raises: HT100 (location_id).
create or replace function internal.start_stock_count(location_id uuid, reason text) returns app.stock_counts
language plpgsql volatile
set search_path = ''
as $$
declare
  v_count app.stock_counts;
begin
  perform internal.require_location(start_stock_count.location_id);
  insert into app.stock_counts (company_id, location_id, number, reason, actor_id, actor_name)
  select internal.current_company_id(), start_stock_count.location_id, internal.next_document_number('CNT'),
    nullif(btrim(start_stock_count.reason), ''), a.actor_id, a.actor_name
  from internal.current_actor() a
  returning * into v_count;
  return v_count;
end
$$;
