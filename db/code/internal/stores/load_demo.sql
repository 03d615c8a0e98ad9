-- Fills an empty store of the company with the demo, by the procedures that every caller uses.
-- Takes: the store; channels, payment_methods and coupons as they are kept; brands, categories (parent: a slug),
-- attributes and products (brand and categories: slugs; stock: by SKU) as the API takes them; orders as
-- internal.load_demo_order takes them.
create or replace function internal.load_demo(store_id uuid, demo jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_company_id constant uuid := internal.current_company_id();
  v_own constant jsonb := jsonb_build_object('store_id', load_demo.store_id);
  v_location_id constant uuid := (select a.id from app.locations a
    where a.status = 'active' order by a.is_default desc, a.id limit 1);
  v_item jsonb;
begin
  perform set_config('haat.filled_store', load_demo.store_id::text, true);
  insert into app.channels (company_id, store_id, type, name, slug)
    select v_company_id, load_demo.store_id, c.type, c.name, c.slug
    from jsonb_to_recordset(demo -> 'channels') as c (type text, name text, slug text)
    on conflict do nothing;
  insert into app.payment_methods (company_id, store_id, name, type, requires_transaction_id, is_online)
    select v_company_id, load_demo.store_id, m.name, m.type, m.requires_transaction_id, coalesce(m.is_online, false)
    from jsonb_to_recordset(demo -> 'payment_methods')
      as m (name text, type text, requires_transaction_id boolean, is_online boolean)
    on conflict do nothing;
  insert into app.coupons (company_id, store_id, code, type, value)
    select v_company_id, load_demo.store_id, c.code, c.type, c.value
    from jsonb_to_recordset(demo -> 'coupons') as c (code text, type text, value numeric);
  for v_item in select x.value from jsonb_array_elements(demo -> 'brands') with ordinality x order by x.ordinality loop
    perform api.create_brand(v_item || v_own);
  end loop;
  for v_item in
    select x.value from jsonb_array_elements(demo -> 'categories') with ordinality x order by x.ordinality
  loop
    perform api.create_category(v_item || v_own || jsonb_build_object('parent_id', (
      select c.id from app.categories c where c.store_id = load_demo.store_id and c.slug = v_item ->> 'parent')));
  end loop;
  for v_item in
    select x.value from jsonb_array_elements(demo -> 'attributes') with ordinality x order by x.ordinality
  loop
    perform api.create_attribute(v_item || v_own);
  end loop;
  for v_item in
    select x.value from jsonb_array_elements(demo -> 'products') with ordinality x order by x.ordinality
  loop
    perform internal.load_demo_product(load_demo.store_id, v_location_id, v_item);
  end loop;
  for v_item in select x.value from jsonb_array_elements(demo -> 'orders') with ordinality x order by x.ordinality loop
    perform internal.load_demo_order(load_demo.store_id, v_location_id, v_item);
  end loop;
  perform internal.note_missing_levels(load_demo.store_id);
end
$$;
