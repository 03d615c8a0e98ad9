-- Says of lines of an import what internal.import_product would do with each. Writes nothing.
-- Takes: the store and up to some hundreds of inputs.
-- Gives: for each, in order: create, update or refuse; by field what speaks against it; and the slug that it would
-- have or has, by which a caller finds two lines that mean the same.
-- Raises: HT014 (permission), HT100 (store_id).
create or replace function internal.plan_products(store_id uuid, inputs jsonb)
  returns table (action text, fields jsonb, target text)
language plpgsql stable security definer rows 200
set search_path = ''
as $$
begin
  perform internal.require_permission('catalog.manage');
  perform internal.require_store(plan_products.store_id);
  return query
  select
    case when f.problems is not null then 'refuse' when f.product_id is null then 'create' else 'update' end,
    f.problems,
    coalesce(p.slug, s.slug)
  from jsonb_array_elements(inputs) with ordinality as w (input, n)
  cross join lateral (select internal.slug_from(w.input ->> 'handle', null)) as s (slug)
  cross join lateral internal.find_imported_product(plan_products.store_id, s.slug, array(
    select v.variant ->> 'sku' from jsonb_array_elements(w.input -> 'variants') with ordinality as v (variant, m)
    order by v.m)) f
  left join app.products p on p.id = f.product_id
  order by w.n;
end
$$;
grant execute on function internal.plan_products(uuid, jsonb) to haat_staff;
