-- What the stock of the store is worth at its average cost, by location. Nothing without costs.read.
-- Raises: nothing.
create or replace function staff.stores_stock_value(store app.stores) returns setof staff.stock_value
language sql stable rows 10
set search_path = ''
begin atomic
  select a.id, a.name, count(*)::integer, coalesce(sum(l.on_hand), 0)::bigint,
    coalesce(sum(round(l.on_hand * k.average_cost, 2)), 0)::numeric(16, 2)
  from app.inventory_levels l
  join app.locations a on a.id = l.location_id
  left join app.variant_costs k on k.variant_id = l.variant_id
  where l.store_id = store.id and (select internal.is_permitted('costs.read'))
  group by a.id, a.name
  order by a.name, a.id;
end;
grant execute on function staff.stores_stock_value(app.stores) to haat_staff;
