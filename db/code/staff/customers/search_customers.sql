-- Customers by name, newest first, 500 at most; with customers.read also by phone in any spelling, or email.
-- Of one store, or of all but the test stores.
-- Raises: HT100 of the list's paging, which is not used here.
--
-- The ids come from outside row-level security, the rows from inside it: two fences.
create or replace function staff.search_customers(search text, store_id uuid default null) returns setof app.customers
language sql stable rows 100
set search_path = ''
begin atomic
  select t.* from internal.readable_customers() t
  where t.id in (select internal.find_customer_ids(btrim(search_customers.search), search_customers.store_id))
  order by t.created_at desc, t.id desc;
end;
grant execute on function staff.search_customers(text, uuid) to haat_staff;
