-- Adds uploaded images to the end of a product's gallery. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (id).
create or replace function staff.add_product_images(body jsonb) returns app.products
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_product app.products;
begin
  v_change := internal.begin_catalog_change('product', body);
  perform api.add_product_images(v_change.input);
  select * into v_product from app.products t where t.id = v_change.id;
  return v_product;
end
$$;
grant execute on function staff.add_product_images(jsonb) to haat_staff;
