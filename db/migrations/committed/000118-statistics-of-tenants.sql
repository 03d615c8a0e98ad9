--! Previous: sha1:63eb72553a5b60eacd88663dd5e470f268d6b4e5
--! Hash: sha1:16fa433963a5f3a4300c99720d937fb8c83f707a
--! Message: Statistics of tenants

-- What the planner is told of tenants.

do $$
declare
  v_column record;
  v_table text;
begin
  -- Postgres takes a company for as large as the mean of all: in a database of a thousand companies it thinks that one
  -- has a thousandth of the rows and reads all of them where it should look up a few. So it is told that there are
  -- three of each: plans are made for the largest tenants, and serve the small ones as well.
  for v_column in
    select c.relname, a.attname
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and not a.attisdropped
      and a.attname in ('company_id', 'store_id', 'location_id')
    order by c.relname, a.attname
  loop
    execute format('alter table app.%I alter column %I set (n_distinct = 3)', v_column.relname, v_column.attname);
  end loop;

  -- A store is of one company. Told so, the planner does not take the fence's two conditions for independent: it
  -- expected one row of a large company where many share a table, and read all of them for a page.
  foreach v_table in array array[
    'activity_log', 'api_keys', 'attribute_values', 'attributes', 'brands', 'categories', 'channels',
    'coupon_redemptions', 'coupons', 'customer_addresses', 'customers', 'events', 'inventory_levels',
    'order_items', 'order_timeline', 'orders', 'parcels', 'payment_methods', 'payments', 'product_categories',
    'product_images', 'product_sales', 'products', 'report_cache', 'return_lines', 'returns', 'sales_changes',
    'sales_days', 'stock_movements', 'variant_costs', 'variant_options', 'variants', 'video_parts',
    'video_placements', 'video_starts', 'videos', 'webhook_attempt_counts', 'webhook_attempts',
    'webhook_deliveries', 'webhook_endpoints', 'webhook_gaps'
  ]
  loop
    execute format('create statistics app.%I (dependencies) on company_id, store_id from app.%I',
      v_table || '_tenant', v_table);
  end loop;
end
$$;
