-- Lines of orders as staff may see them: their cost with costs.read.
-- Takes: nothing, or a row that a procedure is about to give.
-- Raises: nothing.
--
-- The view reads as its owner, inside the fence; haat_staff may not read the columns themselves. What is hidden is
-- hidden from filters and orders as well, because they see the view's column.
call internal.install_readable('app.order_items', '{"unit_cost": "costs.read"}');

-- The rows by the name of their table, so that what is made for that works on them too. Inlined into the query.
create or replace function internal.readable_order_items() returns setof app.order_items
language sql stable rows 100
begin atomic
  select * from internal.readable_order_items;
end;
grant execute on function internal.readable_order_items() to haat_staff;

create or replace function internal.readable_order_items(given app.order_items) returns app.order_items
language sql stable
return case
  when (given).id is null or internal.is_permitted('costs.read') then given
  else jsonb_populate_record(given, '{"unit_cost": null}') end;
