-- Tells whether the money of these stores is of one currency: amounts of several have no sum.
create or replace function internal.is_one_currency(store_ids uuid[]) returns boolean
language sql stable
set search_path = ''
return (select count(distinct s.currency_code) <= 1 from app.stores s where s.id = any (store_ids));
grant execute on function internal.is_one_currency(uuid[]) to haat_staff;
