-- Saves what was counted so far. Each line remembers how many the ledger had at that moment, so goods may be sold and
-- received while others are still being counted. A variant that was saved before is counted anew. Several people may
-- count at the same time.
-- Needs inventory.manage.
-- Takes: count_id, lines [{variant_id | sku, counted}].
-- Raises: HT014 (permission), HT100 (count_id), HT101 (the count has ended), HT008 (lines), HT100 (a variant).
create or replace function staff.save_stock_count_lines(body jsonb) returns app.stock_counts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count app.stock_counts;
begin
  perform internal.require_permission('inventory.manage');
  v_count := internal.lock_open_count((body ->> 'count_id')::uuid);
  perform internal.save_count_lines(v_count, body -> 'lines');
  return v_count;
end
$$;
grant execute on function staff.save_stock_count_lines(jsonb) to haat_staff;
