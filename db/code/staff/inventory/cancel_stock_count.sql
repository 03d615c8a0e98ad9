-- Gives a stock count up: nothing of it is booked.
-- Needs inventory.manage.
-- Raises: HT014 (permission), HT100 (count_id), HT101 (the count has ended).
create or replace function staff.cancel_stock_count(count_id uuid) returns app.stock_counts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count app.stock_counts;
begin
  perform internal.require_permission('inventory.manage');
  v_count := internal.lock_open_count(cancel_stock_count.count_id);
  update app.stock_counts c set status = 'cancelled', ended_at = internal.now() where c.id = v_count.id
    returning * into v_count;
  return v_count;
end
$$;
grant execute on function staff.cancel_stock_count(uuid) to haat_staff;
