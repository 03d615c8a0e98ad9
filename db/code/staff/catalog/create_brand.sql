-- Creates a brand. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (store_id), 23505 (slug), HT101 (the same a
-- moment ago).
create or replace function staff.create_brand(body jsonb) returns app.brands
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_brand app.brands;
begin
  v_change := internal.begin_catalog_change('brand', body);
  perform internal.refuse_duplicate('create_brand', jsonb_build_array(body));
  v_change.id := (api.create_brand(v_change.input) ->> 'id')::uuid;
  select * into v_brand from app.brands t where t.id = v_change.id;
  return v_brand;
end
$$;
grant execute on function staff.create_brand(jsonb) to haat_staff;
