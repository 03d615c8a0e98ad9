-- Says of lines of an import what internal.import_product would do with each, as things are now. Writes nothing.
-- Takes: the store and up to some hundreds of inputs.
-- Gives: for each, in order: create, update, unchanged or refuse; by field what speaks against it; the slug that it
-- would have or has, by which a caller finds two lines that mean the same; how many products more the plan would
-- count; and of an update the fields that would change (internal.product_changes).
-- Raises: HT014 (permission), HT100 (store_id, location_id).
create or replace function internal.plan_products(store_id uuid, inputs jsonb)
  returns table (action text, fields jsonb, target text, takes integer, changes text[])
language plpgsql stable security definer rows 200
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_location_id constant uuid := jsonb_path_query_first(inputs, '$[*].location_id ? (@ != null)') #>> '{}';
begin
  perform internal.require_permission('catalog.manage');
  perform internal.require_store(plan_products.store_id);
  if v_location_id is not null then
    perform internal.require_permission('inventory.manage');
    perform internal.require_location(v_location_id);
  end if;
  return query
  select
    case
      when o.problems is not null then 'refuse'
      when f.product_id is null then 'create'
      when c.changes = '{}' then 'unchanged'
      else 'update' end,
    o.problems,
    coalesce(p.slug, s.slug),
    (coalesce(w.input ->> 'status', p.status, 'draft') <> 'archived')::integer
      - coalesce(p.status <> 'archived', false)::integer,
    c.changes
  from jsonb_array_elements(inputs) with ordinality as w (input, n)
  cross join lateral (select internal.slug_from(w.input ->> 'handle', null)) as s (slug)
  cross join lateral internal.find_imported_product(plan_products.store_id, s.slug, array(
    select v.variant ->> 'sku' from jsonb_array_elements(w.input -> 'variants') with ordinality as v (variant, m)
    order by v.m)) f
  left join lateral (select t.slug, t.status from app.products t where t.id = f.product_id limit 1) p on true
  cross join lateral (
    select coalesce(f.problems, internal.plan_variants(plan_products.store_id, f.product_id, w.input),
      case when v_location_id is not null then internal.plan_stock(f.product_id, w.input) end) as problems
    -- Asked once, though it is named twice.
    offset 0
  ) o
  cross join lateral (
    select case when o.problems is null and f.product_id is not null
      then internal.product_changes(f.product_id, w.input) end as changes
    offset 0
  ) c
  order by w.n;
end
$$;
grant execute on function internal.plan_products(uuid, jsonb) to haat_staff;
