-- Changes what is given of a product; null clears. Variants with an id are changed, others are added; images are
-- added to the gallery. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field, an upload), HT100 (id), HT004 (the plan's products, when it leaves the
-- archive), HT101 (brand, categories, variants, options, SKU), 23505 (slug).
create or replace function staff.update_product(body jsonb) returns app.products
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_product app.products;
begin
  v_change := internal.begin_catalog_change('product', body);
  perform internal.refuse_outdated((body ->> 'expected_updated_at')::timestamptz,
    internal.catalog_updated_at('product', v_change.id), v_change.id);
  perform api.update_product(v_change.input);
  select * into v_product from app.products t where t.id = v_change.id;
  return v_product;
end
$$;
grant execute on function staff.update_product(jsonb) to haat_staff;
