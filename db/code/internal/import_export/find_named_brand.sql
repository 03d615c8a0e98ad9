-- Gives the brand of a store that has a name, whatever its letter case; null when there is none.
create or replace function internal.find_named_brand(store_id uuid, name text) returns uuid
language sql stable
set search_path = ''
begin atomic
  select b.id from app.brands b
    where b.store_id = find_named_brand.store_id and internal.fold(b.name) = internal.fold(find_named_brand.name)
    order by b.created_at, b.id limit 1;
end;
