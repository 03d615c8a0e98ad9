-- Starts a stock count of a location: then save_stock_count_lines while counting, and book_stock_count.
-- Needs inventory.manage.
-- Raises: HT014 (permission), HT100 (location_id), HT101 (the same a moment ago).
create or replace function staff.start_stock_count(location_id uuid, reason text) returns app.stock_counts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count app.stock_counts;
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('start_stock_count', jsonb_build_array(location_id, reason));
  v_count := internal.start_stock_count(start_stock_count.location_id, start_stock_count.reason);
  return v_count;
end
$$;
grant execute on function staff.start_stock_count(uuid, text) to haat_staff;
