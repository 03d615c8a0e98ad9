-- The stock ledger as staff may see it: costs with costs.read.
-- Takes: nothing, or a row that a procedure is about to give.
-- Raises: nothing.
--
-- The view reads as its owner, inside the fence; haat_staff may not read the columns themselves. What is hidden is
-- hidden from filters and orders as well, because they see the view's column.
call internal.install_readable('app.stock_movements',
  '{"unit_cost": "costs.read", "average_cost_after": "costs.read"}');

-- The rows by the name of their table, so that what is made for that works on them too. Inlined into the query.
create or replace function internal.readable_stock_movements() returns setof app.stock_movements
language sql stable rows 100
begin atomic
  select * from internal.readable_stock_movements;
end;
grant execute on function internal.readable_stock_movements() to haat_staff;

create or replace function internal.readable_stock_movements(given app.stock_movements) returns app.stock_movements
language sql stable
return case
  when (given).id is null or internal.is_permitted('costs.read') then given
  else jsonb_populate_record(given, '{"unit_cost": null, "average_cost_after": null}') end;
