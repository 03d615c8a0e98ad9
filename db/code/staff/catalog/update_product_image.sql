-- Changes the alternative text of an image, makes it the thumbnail, or moves it within the gallery. Needs
-- catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (id, image_id).
create or replace function staff.update_product_image(body jsonb) returns app.products
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_product app.products;
begin
  v_change := internal.begin_catalog_change('product', body);
  perform api.update_product_image(v_change.input);
  select * into v_product from app.products t where t.id = v_change.id;
  return v_product;
end
$$;
grant execute on function staff.update_product_image(jsonb) to haat_staff;
