-- How many orders are at each stage that is not over: of one store, or of all together. Each number stops at 1000.
-- Raises: nothing.
create or replace function staff.stage_counts(store_id uuid default null) returns setof staff.stage_count
language sql stable rows 10
set search_path = ''
begin atomic
  select s.stage, s.orders::integer from internal.count_staged_orders(stage_counts.store_id) s order by s.stage;
end;
grant execute on function staff.stage_counts(uuid) to haat_staff;
