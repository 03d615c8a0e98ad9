-- Gives the category of a store that has a name and a parent, whatever its letter case; null when there is none.
create or replace function internal.find_named_category(store_id uuid, parent_id uuid, name text) returns uuid
language sql stable
set search_path = ''
begin atomic
  select c.id from app.categories c
    where c.store_id = find_named_category.store_id
      and c.parent_id is not distinct from find_named_category.parent_id
      and internal.fold(c.name) = internal.fold(find_named_category.name)
    order by c.created_at, c.id limit 1;
end;
