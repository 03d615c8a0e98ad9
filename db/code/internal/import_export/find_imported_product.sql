-- Finds the product that a line of an import is about: by its handle where the line has one, else by its SKUs.
-- Takes: the store, the slug that the handle makes (or null), and the line's SKUs in order.
-- Gives: the product, null when it would be new; and, by field, SKUs that belong to another product.
create or replace function internal.find_imported_product(store_id uuid, slug text, skus text[],
  out product_id uuid, out problems jsonb)
language plpgsql stable
set search_path = ''
as $$
begin
  if find_imported_product.slug is not null then
    select p.id into product_id from app.products p
      where p.store_id = find_imported_product.store_id and p.slug = find_imported_product.slug;
  else
    select v.product_id into product_id
      from unnest(find_imported_product.skus) with ordinality as w (sku, n)
      -- Row by row: inside the fence the planner takes a company's rows for few, and would join with all of them.
      cross join lateral (
        select t.product_id from internal.variants_alike(find_imported_product.store_id, w.sku) t
        order by t.spelled = w.sku desc limit 1
      ) v
      order by w.n limit 1;
  end if;
  select jsonb_object_agg(format('variants.%s.sku', w.n - 1),
      jsonb_build_array(
        internal.problem('skuTaken.other', jsonb_build_object('sku', w.sku, 'product', p.slug))))
    into problems
    from unnest(find_imported_product.skus) with ordinality as w (sku, n)
    cross join lateral (
      select t.product_id from internal.variants_alike(find_imported_product.store_id, w.sku) t
      order by t.product_id is not distinct from find_imported_product.product_id desc, t.spelled = w.sku desc
      limit 1
    ) v
    cross join lateral (select t.slug from app.products t where t.id = v.product_id limit 1) p
    where v.product_id is distinct from find_imported_product.product_id;
end
$$;
