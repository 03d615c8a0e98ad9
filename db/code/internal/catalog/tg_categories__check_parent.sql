-- Row trigger: refuses (HT008) a parent that is the category itself or one of its subcategories.
--
-- Changes of one store's tree queue: two that are harmless alone (A under B, B under A) make a cycle together.
create or replace function internal.tg_categories__check_parent() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('category tree ' || new.store_id, 0));
  if exists (
    with recursive above (id) as (
      select new.parent_id
      union
      select c.parent_id
      from above
      join app.categories c on c.id = above.id
      where c.parent_id is not null
    )
    select from above where above.id = new.id)
  then
    perform internal.field_error('HT008', 'parent_id', 'categoryLoop');
  end if;
  return new;
end
$$;
