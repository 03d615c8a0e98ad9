-- Enter migration here

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
