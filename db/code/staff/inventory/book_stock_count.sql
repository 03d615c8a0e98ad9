-- Books a stock count: of each line the difference between what was counted and what the ledger had at that moment.
-- What moved since then stays. All lines are booked, or none.
-- Needs inventory.manage.
-- Raises: HT014 (permission), HT100 (count_id), HT101 (the count has ended), HT008 (nothing was counted; a line would
-- leave less than nothing, or less than orders have reserved).
create or replace function staff.book_stock_count(count_id uuid) returns app.stock_counts
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('inventory.manage');
  return internal.book_stock_count(internal.lock_open_count(book_stock_count.count_id));
end
$$;
grant execute on function staff.book_stock_count(uuid) to haat_staff;
