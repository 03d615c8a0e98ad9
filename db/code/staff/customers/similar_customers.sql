-- Customers whose names sound like what was typed, the likest first, 10 at most: with mistakes in spelling, or in the
-- letters of the other script. Of one store, or of all but the test stores.
-- Raises: HT100 of the list's paging, which is not used here.
--
-- The ids come from outside row-level security, the rows from inside it: two fences.
create or replace function staff.similar_customers(search text, store_id uuid default null)
  returns setof app.customers
language sql stable rows 10
set search_path = ''
begin atomic
  select t.*
  from internal.find_similar_customers(similar_customers.search, similar_customers.store_id) f
  join internal.readable_customers() t on t.id = f.id
  order by f.likeness desc, t.created_at desc, t.id desc;
end;
grant execute on function staff.similar_customers(text, uuid) to haat_staff;
