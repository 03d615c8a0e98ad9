-- Creates a product with its variants, as a draft unless a status is given. It sets no stock: adjust it afterwards.
-- Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (store_id), HT004 (the plan's products), HT101
-- (brand, categories, options, SKU), 23505 (slug), HT101 (the same a moment ago).
create or replace function staff.create_product(body jsonb) returns app.products
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_product app.products;
begin
  v_change := internal.begin_catalog_change('product', body);
  perform internal.refuse_duplicate('create_product', jsonb_build_array(body));
  v_change.id := (api.create_product(v_change.input) ->> 'id')::uuid;
  select * into v_product from app.products t where t.id = v_change.id;
  return v_product;
end
$$;
grant execute on function staff.create_product(jsonb) to haat_staff;
