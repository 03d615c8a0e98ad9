--! Previous: sha1:8ef4634602f39f7ffaa52bc61648a9938b00e445
--! Hash: sha1:5d6636fea0315ab3c16d7d8ede019d0cf46f2398
--! Message: An order may be edited

--! split: 1-current.sql
-- An order may be edited until it is handed over: what its preview shows staff, and where an erasure finds the orders
-- that its customer had before another one.
drop function if exists staff.preview_order_edit(jsonb);
drop type if exists staff.edited_order;
drop type if exists staff.edited_item;

create type staff.edited_item as (
  id uuid, variant_id uuid, sku text, product_name text, variant_name text, quantity integer,
  unit_price numeric(14, 2), discount_price numeric(14, 2), discount_amount numeric(14, 2),
  line_total numeric(14, 2));
comment on type staff.edited_item is 'A line of an order as an edit would leave it.';
comment on column staff.edited_item.id is 'The line; one that would be added has an id that no line will have.';
comment on column staff.edited_item.variant_id is 'The variant.';
comment on column staff.edited_item.sku is 'Its SKU.';
comment on column staff.edited_item.product_name is 'The name of its product.';
comment on column staff.edited_item.variant_name is 'Its own name.';
comment on column staff.edited_item.quantity is 'Units.';
comment on column staff.edited_item.unit_price is 'Regular price of one unit.';
comment on column staff.edited_item.discount_price is
  'Selling price of one unit where it is below the regular one; null otherwise.';
comment on column staff.edited_item.discount_amount is 'Its share of the coupon.';
comment on column staff.edited_item.line_total is 'What it costs after both discounts.';

create type staff.edited_order as (
  items staff.edited_item[], subtotal numeric(14, 2), discount_amount numeric(14, 2),
  shipping_charge numeric(14, 2), tax_amount numeric(14, 2), total_amount numeric(14, 2),
  paid_amount numeric(14, 2), due_amount numeric(14, 2), to_refund_amount numeric(14, 2));
comment on type staff.edited_order is 'What an order would be after an edit. Nothing is written.';
comment on column staff.edited_order.items is 'Its lines.';
comment on column staff.edited_order.subtotal is 'Lines at their selling price.';
comment on column staff.edited_order.discount_amount is 'What the coupon takes off.';
comment on column staff.edited_order.shipping_charge is 'Delivery charged; 0 with a free-shipping coupon.';
comment on column staff.edited_order.tax_amount is 'Tax charged.';
comment on column staff.edited_order.total_amount is 'subtotal - discount_amount + shipping_charge + tax_amount.';
comment on column staff.edited_order.paid_amount is 'What was paid.';
comment on column staff.edited_order.due_amount is 'What would be owed.';
comment on column staff.edited_order.to_refund_amount is 'What the store would owe back.';

drop index if exists app.order_timeline_former_customer_idx;
create index order_timeline_former_customer_idx on app.order_timeline
  (store_id, (detail #>> '{customer_id,0}'), order_id) where action = 'edited' and detail ? 'customer_id';
