-- What counts as several calls is all or nothing by itself.
drop function if exists gate.admit(bytea, text[], text, integer, boolean, text),
  gate.admit_only(bytea, text[], text, integer, boolean, text);

--!include gate/admit.sql
--!include gate/admit_only.sql

-- Calls with work outside the database are looked at before it begins.
drop function if exists gate.find_video_upload(bytea, jsonb, text), internal.video_upload(jsonb),
  gate.run(bytea, text, jsonb, text, bytea, text);

--!include internal/find_product.sql
--!include internal/lock_product.sql
--!include internal/find_attribute.sql
--!include internal/lock_attribute.sql
--!include internal/find_video.sql
--!include internal/lock_video.sql
--!include internal/require_brand.sql
--!include internal/require_category.sql
--!include internal/require_attribute_value.sql
--!include internal/require_scope.sql
--!include internal/require_living_video.sql
--!include internal/require_uploading.sql
--!include internal/keep_storage_upload.sql
--!include internal/start_video_completion.sql
--!include api/attach_product_video.sql
--!include api/complete_video.sql
--!include api/create_product.sql
--!include api/delete_video.sql
--!include api/set_video_cover.sql
--!include api/sign_video_parts.sql
--!include api/update_attribute_value.sql
--!include api/update_brand.sql
--!include api/update_category.sql
--!include internal/precheck_add_attribute_values.sql
--!include internal/precheck_add_product_images.sql
--!include internal/precheck_attach_product_video.sql
--!include internal/precheck_complete_video.sql
--!include internal/precheck_create_attribute.sql
--!include internal/precheck_create_brand.sql
--!include internal/precheck_create_category.sql
--!include internal/precheck_create_product.sql
--!include internal/precheck_get_video.sql
--!include internal/precheck_import_video.sql
--!include internal/precheck_set_video_cover.sql
--!include internal/precheck_update_attribute_value.sql
--!include internal/precheck_update_brand.sql
--!include internal/precheck_update_category.sql
--!include internal/precheck_update_product.sql
--!include gate/replay.sql
--!include gate/run.sql
--!include gate/precheck.sql

--!include staff/sign_in.sql


-- What is free-form is kept to the letter: json holds the text itself, jsonb only what it means. Rewrites the table.
-- What names the column is made again below.
drop view if exists ledger.check_coupon_orders;
drop function if exists staff.search_orders(text), staff.call_backs_due(uuid);
alter table app.orders drop constraint if exists orders_shipping_address_check;
alter table app.orders alter column shipping_address type json using shipping_address::json;
alter table app.orders add constraint orders_shipping_address_check check (json_typeof(shipping_address) = 'object');
drop function if exists internal.keep_address(uuid, jsonb);

--!include internal/keep_address.sql
--!include internal/place_order.sql
--!include api/update_order.sql
--!include staff/create_order.sql
--!include staff/search_orders.sql
--!include staff/call_backs_due.sql
--!include ledger/check_coupon_orders.sql
