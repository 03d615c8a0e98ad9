-- Changes what is given of a brand; null clears. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (id), HT101 (expected_updated_at), 23505 (slug).
create or replace function staff.update_brand(body jsonb) returns app.brands
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_brand app.brands;
begin
  v_change := internal.begin_catalog_change('brand', body);
  perform internal.refuse_outdated((body ->> 'expected_updated_at')::timestamptz,
    internal.catalog_updated_at('brand', v_change.id), v_change.id);
  perform api.update_brand(v_change.input);
  select * into v_brand from app.brands t where t.id = v_change.id;
  return v_brand;
end
$$;
grant execute on function staff.update_brand(jsonb) to haat_staff;
