-- Changes what is given of a category; null clears. It cannot be moved below itself. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (id), HT101 (parent_id), 23505 (slug).
create or replace function staff.update_category(body jsonb) returns app.categories
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_category app.categories;
begin
  v_change := internal.begin_catalog_change('category', body);
  perform internal.refuse_outdated((body ->> 'expected_updated_at')::timestamptz,
    internal.catalog_updated_at('category', v_change.id), v_change.id);
  perform api.update_category(v_change.input);
  select * into v_category from app.categories t where t.id = v_change.id;
  return v_category;
end
$$;
grant execute on function staff.update_category(jsonb) to haat_staff;
