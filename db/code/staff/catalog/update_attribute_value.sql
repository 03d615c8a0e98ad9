-- Changes what is given of a value of an attribute; null clears a swatch. Variants show it at once. Needs
-- catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (id, value_id), HT101 (a repeated value).
create or replace function staff.update_attribute_value(body jsonb) returns app.attributes
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_attribute app.attributes;
begin
  v_change := internal.begin_catalog_change('attribute', body);
  perform internal.refuse_outdated((body ->> 'expected_updated_at')::timestamptz,
    internal.catalog_updated_at('attribute', v_change.id), v_change.id);
  perform api.update_attribute_value(v_change.input);
  select * into v_attribute from app.attributes t where t.id = v_change.id;
  return v_attribute;
end
$$;
grant execute on function staff.update_attribute_value(jsonb) to haat_staff;
