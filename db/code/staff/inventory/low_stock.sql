-- Stock levels of active variants whose available units are at or below the threshold, the scarcest first.
-- Raises: nothing.
create or replace function staff.low_stock(store_id uuid default null) returns setof app.inventory_levels
language sql stable rows 100
set search_path = ''
begin atomic
  select l.* from app.inventory_levels l
  join app.variants v on v.id = l.variant_id and v.store_id = l.store_id
  where v.status = 'active'
    and l.is_low_stock
    and l.store_id = any ((select internal.stores_in_reach(low_stock.store_id))::uuid[])
  order by l.on_hand - l.reserved - v.low_stock_threshold, l.id;
end;
grant execute on function staff.low_stock(uuid) to haat_staff;
