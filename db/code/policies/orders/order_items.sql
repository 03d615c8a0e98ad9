call internal.install_fence('app.order_items', 'store');
-- unit_cost is not the API's to read; staff's: internal.readable_order_items.
grant select (
  id, company_id, store_id, order_id, line, product_id, variant_id, sku, barcode, product_name, variant_name,
  options, image_media_key, quantity, delivered_quantity, returned_quantity, damaged_quantity, released_quantity,
  unit_price, discount_price, discount_amount, line_total, created_at, updated_at
) on app.order_items to haat_api, haat_staff;
grant select on app.order_items to haat_dba;
-- The gatekeeper computes the sales of a store again (internal.rebuild_sales).
grant select (
  store_id, order_id, variant_id, quantity, delivered_quantity, returned_quantity, line_total
) on app.order_items to haat_gatekeeper;
