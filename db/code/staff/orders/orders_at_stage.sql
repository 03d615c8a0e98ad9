-- Orders at a stage of the work, the newest first, or the oldest. At most 200; those after an order of the list come
-- with starting_after.
-- Raises: HT100 (starting_after).
create or replace function staff.orders_at_stage(stage text, store_id uuid default null,
  starting_after uuid default null, oldest_first boolean default false) returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from unnest(internal.find_staged_orders(jsonb_strip_nulls(jsonb_build_object(
    'stage', orders_at_stage.stage,
    'store_id', orders_at_stage.store_id,
    'starting_after', orders_at_stage.starting_after,
    'sort', case when orders_at_stage.oldest_first then 'created_at' else '-created_at' end))))
    with ordinality as w (id, place)
  cross join lateral (select o.* from internal.readable_orders() o where o.id = w.id limit 1) t
  order by w.place;
end;
grant execute on function staff.orders_at_stage(text, uuid, uuid, boolean) to haat_staff;
