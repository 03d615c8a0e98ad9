-- Creates a category, at the root or below another. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (store_id), HT101 (parent_id), 23505 (slug).
create or replace function staff.create_category(body jsonb) returns app.categories
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_category app.categories;
begin
  v_change := internal.begin_catalog_change('category', body);
  perform internal.refuse_duplicate('create_category', jsonb_build_array(body));
  v_change.id := (api.create_category(v_change.input) ->> 'id')::uuid;
  select * into v_category from app.categories t where t.id = v_change.id;
  return v_category;
end
$$;
grant execute on function staff.create_category(jsonb) to haat_staff;
