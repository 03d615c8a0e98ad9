-- Adds values to an attribute. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (id), HT101 (a repeated value).
create or replace function staff.add_attribute_values(body jsonb) returns app.attributes
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_attribute app.attributes;
begin
  v_change := internal.begin_catalog_change('attribute', body);
  perform api.add_attribute_values(v_change.input);
  select * into v_attribute from app.attributes t where t.id = v_change.id;
  return v_attribute;
end
$$;
grant execute on function staff.add_attribute_values(jsonb) to haat_staff;
