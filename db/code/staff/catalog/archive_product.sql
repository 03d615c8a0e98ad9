-- Takes a product out of the shop and out of the plan's products. A new status brings it back. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (id).
create or replace function staff.archive_product(body jsonb) returns app.products
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_product app.products;
begin
  v_change := internal.begin_catalog_change('product', body);
  perform api.archive_product(v_change.input);
  select * into v_product from app.products t where t.id = v_change.id;
  return v_product;
end
$$;
grant execute on function staff.archive_product(jsonb) to haat_staff;
