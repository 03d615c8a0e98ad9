-- Takes a line out of an open stock count: that variant was not counted after all.
-- Needs inventory.manage.
-- Raises: HT014 (permission), HT100 (count_id), HT101 (the count has ended), HT100 (variant_id).
create or replace function staff.remove_stock_count_line(count_id uuid, variant_id uuid) returns app.stock_counts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count app.stock_counts;
begin
  perform internal.require_permission('inventory.manage');
  v_count := internal.lock_open_count(remove_stock_count_line.count_id);
  delete from app.stock_count_lines l
    where l.count_id = v_count.id and l.variant_id = remove_stock_count_line.variant_id;
  if not found then
    perform internal.field_error('HT100', 'variant_id', 'gone.onCount');
  end if;
  return v_count;
end
$$;
grant execute on function staff.remove_stock_count_line(uuid, uuid) to haat_staff;
