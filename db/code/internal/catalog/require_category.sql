-- Refuses an operation on a category that its store does not have.
-- Raises: HT100.
create or replace function internal.require_category(id uuid, store_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (
    select from app.categories c
    where c.store_id = require_category.store_id and c.id = require_category.id)
  then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "category"}');
  end if;
end
$$;
