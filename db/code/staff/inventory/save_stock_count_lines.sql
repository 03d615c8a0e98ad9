-- Saves what was counted so far. Each line remembers how many the ledger had at that moment, so goods may be sold and
-- received while others are still being counted. A variant that was saved before is counted anew. Several people may
-- count at the same time.
-- Needs inventory.manage.
-- Raises: HT014 (permission), HT100 (count_id), HT101 (the count has ended), HT008 (lines), HT100 (a variant).
create or replace function staff.save_stock_count_lines(count_id uuid, lines staff.counted_line[])
  returns app.stock_counts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count app.stock_counts;
begin
  perform internal.require_permission('inventory.manage');
  v_count := internal.lock_open_count(save_stock_count_lines.count_id);
  perform internal.save_count_lines(v_count, to_jsonb(save_stock_count_lines.lines));
  perform internal.log_activity(null, 'stock_count.lines_saved', 'stock_count', v_count.id, null,
    jsonb_build_object('lines', to_jsonb(save_stock_count_lines.lines)));
  return v_count;
end
$$;
grant execute on function staff.save_stock_count_lines(uuid, staff.counted_line[]) to haat_staff;
