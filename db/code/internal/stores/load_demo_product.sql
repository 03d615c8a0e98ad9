-- Adds a product of the demo to a store, with its first stock.
-- Takes: the store, the location of the stock, and the product as the API takes it, with brand and categories by slug
-- and the stock of its variants ({sku, quantity_change, unit_cost}).
create or replace function internal.load_demo_product(store_id uuid, location_id uuid, product jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_own constant jsonb := jsonb_build_object('store_id', load_demo_product.store_id);
  v_stock jsonb;
begin
  perform api.create_product(product || v_own || jsonb_build_object(
    'brand_id', (select b.id from app.brands b
      where b.store_id = load_demo_product.store_id and b.slug = product ->> 'brand'),
    'categories', (select jsonb_agg(jsonb_build_object('id', c.id, 'is_primary', w.ordinality = 1))
      from jsonb_array_elements_text(product -> 'categories') with ordinality as w (slug, ordinality)
      join app.categories c on c.store_id = load_demo_product.store_id and c.slug = w.slug)));
  for v_stock in select x.value from jsonb_array_elements(product -> 'stock') x loop
    perform api.create_inventory_adjustment(v_stock || v_own || jsonb_build_object(
      'location_id', load_demo_product.location_id, 'type', 'purchase', 'reason', 'Opening stock'));
  end loop;
end
$$;
