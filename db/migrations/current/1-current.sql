-- Whether a product really changed is read from its row, not from the clock.
alter table app.products add column if not exists child_changes bigint not null default 0;
comment on column app.products.child_changes is 'How often something shown with the product changed (variants, pictures, categories, videos, names of what it refers to): makes such a change one of this row.';

-- Renames whose products are not all told yet. Products used to be touched in the transaction of the rename.
create table if not exists internal.pending_renames (
  kind text not null check (kind in ('brand', 'category', 'attribute', 'value')),
  id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  after_product_id uuid,
  request_id text,
  noted_at timestamptz not null default internal.now(),
  constraint pending_renames_pkey primary key (kind, id)
);
comment on table internal.pending_renames is 'Brands, categories, attributes and values that were renamed and whose products are being touched and told, in order of their ids, by the job rename__publish.';
comment on column internal.pending_renames.after_product_id is 'The last product that was told; null before the first.';
comment on column internal.pending_renames.request_id is 'The request that renamed it, which its events name.';
comment on column internal.pending_renames.noted_at is 'When the first rename that is not told in full was made.';
grant select on internal.pending_renames to haat_dba;
drop trigger if exists _500_touch_products on app.brands;
drop trigger if exists _500_touch_products on app.categories;
drop trigger if exists _500_touch_variants on app.attributes;
drop trigger if exists _500_touch_variants on app.attribute_values;
drop function if exists internal.tg_brands__touch_products(), internal.tg_categories__touch_products(),
  internal.tg_attributes__touch_variants(), internal.tg_attribute_values__touch_variants();

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
--!include internal/enqueue_rename.sql
--!include internal/tg__note_rename.sql
--!include internal/publish_rename.sql
--!include internal/publish_customer.sql
--!include internal/add_address.sql
--!include internal/keep_address.sql
--!include internal/find_or_create_customer.sql
--!include internal/adjust_stock.sql
--!include api/add_product_images.sql
--!include api/archive_product.sql
--!include api/attach_product_video.sql
--!include api/create_customer.sql
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
--!include staff/remove_customer_address.sql
--!include staff/save_customer_address.sql
--!include staff/search_products.sql
--!include staff/update_customer.sql
--!include triggers/attribute_values.sql
--!include triggers/attributes.sql
--!include triggers/brands.sql
--!include triggers/categories.sql
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
--!include ledger/check_record_events.sql
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
