-- Refuses a category with a parent that its store does not have.
-- Takes: the parent (or null) and the store.
-- Raises: HT101.
create or replace function internal.check_parent_category(parent_id uuid, store_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if check_parent_category.parent_id is not null
    and not exists (
      select from app.categories c
      where c.store_id = check_parent_category.store_id and c.id = check_parent_category.parent_id)
  then
    perform internal.field_error('HT101', 'parent_id', 'categoryGone');
  end if;
end
$$;
