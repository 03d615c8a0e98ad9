-- Creates an attribute with its values. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (store_id), HT101 (a repeated value), 23505 (name,
-- slug).
create or replace function staff.create_attribute(body jsonb) returns app.attributes
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_attribute app.attributes;
begin
  v_change := internal.begin_catalog_change('attribute', body);
  v_change.id := (api.create_attribute(v_change.input) ->> 'id')::uuid;
  select * into v_attribute from app.attributes t where t.id = v_change.id;
  return v_attribute;
end
$$;
grant execute on function staff.create_attribute(jsonb) to haat_staff;
