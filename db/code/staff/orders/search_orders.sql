-- Finds orders by number or by the customer's name, and with customers.read by their phone in any spelling: the newest
-- first, at most 500.
-- Raises: HT100 of the list's paging, which is not used here.
--
-- The ids come from outside row-level security, the rows from inside it: two fences.
create or replace function staff.search_orders(search text) returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.* from internal.readable_orders() t
  where t.id in (select internal.find_order_ids(btrim(search_orders.search)))
  order by t.created_at desc, t.id desc;
end;
grant execute on function staff.search_orders(text) to haat_staff;
