-- What was sold at what price and cost, and where each unit is: reserved, delivered, back, released.
-- The lines of an order add up to it.
create or replace view ledger.order_lines with (security_invoker = true) as
select i.id as order_item_id, i.order_id, o.number, o.status, i.company_id, i.store_id, o.location_id, i.line,
  i.variant_id, i.sku, i.product_name as product, i.quantity, i.delivered_quantity,
  i.returned_quantity, i.damaged_quantity, i.released_quantity,
    i.quantity - i.delivered_quantity - i.released_quantity as reserved_quantity,
  coalesce(i.discount_price, i.unit_price) as selling_price, i.discount_amount, i.line_total, i.unit_cost,
    round(i.delivered_quantity * i.unit_cost, 2) as cost_delivered
from app.order_items i
join app.orders o on o.id = i.order_id;
comment on column ledger.order_lines.order_item_id is 'The line.';
comment on column ledger.order_lines.order_id is 'Its order.';
comment on column ledger.order_lines.number is 'The order''s number.';
comment on column ledger.order_lines.status is 'The order''s status.';
comment on column ledger.order_lines.company_id is 'The tenant.';
comment on column ledger.order_lines.store_id is 'The store.';
comment on column ledger.order_lines.location_id is 'Where the goods are taken from.';
comment on column ledger.order_lines.line is 'Place in the order, from 0.';
comment on column ledger.order_lines.variant_id is 'What was sold.';
comment on column ledger.order_lines.sku is 'Its SKU at the sale.';
comment on column ledger.order_lines.product is 'The product''s name at the sale.';
comment on column ledger.order_lines.quantity is 'Units ordered.';
comment on column ledger.order_lines.delivered_quantity is 'Units the customer took.';
comment on column ledger.order_lines.returned_quantity is 'Of those, units that came back.';
comment on column ledger.order_lines.damaged_quantity is 'Of those, units not sellable when received.';
comment on column ledger.order_lines.released_quantity is 'Units whose reservation ended without a sale.';
comment on column ledger.order_lines.reserved_quantity is
  'quantity - delivered - released: what stock still holds for this line.';
comment on column ledger.order_lines.selling_price is 'Price of one unit before the coupon.';
comment on column ledger.order_lines.discount_amount is 'The line''s share of the coupon.';
comment on column ledger.order_lines.line_total is 'quantity x selling_price - discount_amount.';
comment on column ledger.order_lines.unit_cost is 'Average cost of one unit at delivery; null before.';
comment on column ledger.order_lines.cost_delivered is 'delivered_quantity x unit_cost.';
grant select on ledger.order_lines to haat_dba;
