-- Lines of goods receipts as staff may see them: their cost with costs.read.
-- Raises: nothing.
--
-- The view reads as its owner, inside the fence; haat_staff may not read the columns themselves. What is hidden is
-- hidden from filters and orders as well, because they see the view's column.
call internal.install_readable('app.goods_receipt_lines', '{"unit_cost": "costs.read"}');

-- The rows by the name of their table, so that what is made for that works on them too. Inlined into the query.
create or replace function internal.readable_goods_receipt_lines() returns setof app.goods_receipt_lines
language sql stable rows 100
begin atomic
  select * from internal.readable_goods_receipt_lines;
end;
grant execute on function internal.readable_goods_receipt_lines() to haat_staff;
