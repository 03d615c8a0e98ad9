-- Whether a product really changed is read from its row, not from the clock.
alter table app.products add column if not exists child_changes bigint not null default 0;
comment on column app.products.child_changes is 'How often something shown with the product changed (variants, pictures, categories, videos, names of what it refers to): makes such a change one of this row.';

-- Takes the product as it was.
drop function if exists internal.product_changed(uuid, text);

--!include internal/tg__stamp_times.sql
--!include internal/product_search_text.sql
--!include internal/touch_products.sql
--!include internal/tg__touch_product.sql
--!include internal/tg__touch_attribute.sql
--!include internal/tg_products__search_text.sql
--!include internal/tg_video_placements__touch.sql
--!include internal/tg_videos__touch_products.sql
--!include internal/set_product_categories.sql
--!include internal/publish_product.sql
--!include internal/product_changed.sql
--!include internal/publish_video_products.sql
--!include api/add_product_images.sql
--!include api/archive_product.sql
--!include api/attach_product_video.sql
--!include api/create_product.sql
--!include api/delete_product_image.sql
--!include api/place_product_video.sql
--!include api/remove_product_video.sql
--!include api/reorder_product_images.sql
--!include api/update_brand.sql
--!include api/update_category.sql
--!include api/update_customer.sql
--!include api/update_product.sql
--!include api/update_product_image.sql
--!include api/update_variant.sql
--!include staff/save_customer_address.sql
--!include staff/search_products.sql
--!include staff/update_customer.sql
--!include triggers/attribute_values.sql
--!include triggers/customer_addresses.sql
--!include triggers/product_categories.sql
--!include triggers/product_images.sql
--!include triggers/products.sql
--!include triggers/variants.sql
--!include triggers/video_placements.sql
--!include ledger/check_coupon_orders.sql
--!include ledger/check_option_keys.sql
--!include ledger/check_order_amounts.sql
--!include ledger/check_order_dates.sql
--!include ledger/check_order_returns.sql
--!include ledger/check_product_search.sql
--!include ledger/check_variant_costs.sql
--!include ledger/check_video_starts.sql
--!include ledger/check_webhook_counts.sql

-- Products whose touch was skipped within a millisecond cannot be found by their SKUs. Nothing that anybody is shown
-- changes, so updated_at stays.
alter table app.products no force row level security, disable trigger _100_stamp_times;
alter table app.variants no force row level security;
update app.products p set search_text = internal.product_search_text(p.id, p.name)
  where p.search_text <> internal.product_search_text(p.id, p.name);
alter table app.products force row level security, enable trigger _100_stamp_times;
alter table app.variants force row level security;
