-- Gives the active payment method of a store that has a name, whatever its letter case; null when there is none.
create or replace function internal.find_imported_payment_method(store_id uuid, name text) returns uuid
language sql stable
set search_path = ''
begin atomic
  select m.id from app.payment_methods m
    where m.store_id = find_imported_payment_method.store_id and m.status = 'active'
      and internal.fold(m.name) = internal.fold(find_imported_payment_method.name)
    order by m.created_at, m.id
    limit 1;
end;
