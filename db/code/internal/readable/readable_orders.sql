-- Orders as staff may see them: where they go with customers.read.
-- Takes: nothing, or a row that a procedure is about to give.
-- Raises: nothing.
--
-- The view reads as its owner, inside the fence; haat_staff may not read the columns themselves. What is hidden is
-- hidden from filters and orders as well, because they see the view's column.
call internal.install_readable('app.orders', '{"shipping_address": "customers.read"}');

-- The rows by the name of their table, so that what is made for that works on them too. Inlined into the query.
create or replace function internal.readable_orders() returns setof app.orders
language sql stable rows 100
begin atomic
  select * from internal.readable_orders;
end;
grant execute on function internal.readable_orders() to haat_staff;

create or replace function internal.readable_orders(given app.orders) returns app.orders
language sql stable
return case
  when (given).id is null or internal.is_permitted('customers.read') then given
  else jsonb_populate_record(given, '{"shipping_address": null}') end;
