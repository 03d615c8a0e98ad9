-- Stock levels of active variants whose available units are at or below the threshold, the scarcest first.
-- Raises: nothing.
create or replace function staff.low_stock(store_id uuid default null) returns setof app.inventory_levels
language sql stable rows 100
set search_path = ''
begin atomic
  select l.*
  from unnest(internal.stores_in_reach(low_stock.store_id)) as s (id)
  -- The index of low levels is one by location.
  cross join app.locations a
  join app.inventory_levels l on l.store_id = s.id and l.location_id = a.id and l.is_low_stock
  join app.variants v on v.id = l.variant_id
  where v.status = 'active'
  order by l.on_hand - l.reserved - v.low_stock_threshold, l.id;
end;
grant execute on function staff.low_stock(uuid) to haat_staff;
