-- Replaces the categories of a product.
-- Takes: a locked product and its categories [{id, is_primary}].
-- Raises: HT101 for a category that the store does not have; HT008 for two primary ones or one named twice.
-- see: reference/products#create_product
--
-- Only differences are written, so that the same list again is no change.
create or replace function internal.set_product_categories(product_id uuid, categories jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_product app.products;
begin
  select * into v_product from app.products p where p.id = set_product_categories.product_id;
  perform internal.check_product_categories(v_product.store_id, categories);
  -- One category is primary at a time, so first remove what goes and what is primary no longer.
  delete from app.product_categories t
    where t.product_id = v_product.id
      and t.category_id not in (select (w.item ->> 'id')::uuid from jsonb_array_elements(categories) w (item));
  update app.product_categories t
    set is_primary = false
    from jsonb_array_elements(categories) w (item)
    where t.product_id = v_product.id
      and t.category_id = (w.item ->> 'id')::uuid
      and t.is_primary
      and (w.item ->> 'is_primary')::boolean is not true;
  insert into app.product_categories as t (company_id, store_id, product_id, category_id, is_primary, position)
  select
    v_product.company_id,
    v_product.store_id,
    v_product.id,
    (w.item ->> 'id')::uuid,
    coalesce((w.item ->> 'is_primary')::boolean, false),
    w.n - 1
  from jsonb_array_elements(categories) with ordinality as w (item, n)
  on conflict on constraint product_categories_pkey do update
    set is_primary = excluded.is_primary, position = excluded.position
    where (t.is_primary, t.position) <> (excluded.is_primary, excluded.position);
end
$$;
