-- The money of each order. total = subtotal - discount + shipping + tax; paid = received - refunded, never below 0.
-- In every state: total - returned - waived = received - refunded + held_by_courier + open - to_refund, where open is
-- what of due no courier holds, never below 0.
create or replace view ledger.order_money with (security_invoker = true) as
select o.id as order_id, o.number, o.company_id, o.store_id, s.name as store, o.created_at as ordered_at, o.store_date,
  o.delivered_at, o.status, o.payment_status, o.fulfillment_status,
  o.subtotal, o.discount_amount, o.shipping_charge, o.tax_amount, o.total_amount, o.received_amount, o.refunded_amount,
    o.paid_amount,
  o.returned_amount, o.waived_amount, o.retained_amount, o.due_amount, o.held_by_courier_amount, o.to_refund_amount
from app.orders o
join app.stores s on s.id = o.store_id;
comment on column ledger.order_money.order_id is 'The order.';
comment on column ledger.order_money.number is 'Its number.';
comment on column ledger.order_money.company_id is 'The tenant.';
comment on column ledger.order_money.store_id is 'The store.';
comment on column ledger.order_money.store is 'The store''s name.';
comment on column ledger.order_money.ordered_at is 'When it was placed.';
comment on column ledger.order_money.store_date is 'The day it was placed on the store''s own calendar.';
comment on column ledger.order_money.delivered_at is 'When the customer took it: sales count from here.';
comment on column ledger.order_money.status is 'Where the order stands.';
comment on column ledger.order_money.payment_status is 'unpaid, partially_paid, paid or refunded: from money only.';
comment on column ledger.order_money.fulfillment_status is 'How much of it the customer has.';
comment on column ledger.order_money.subtotal is 'Lines at their selling price, before the coupon.';
comment on column ledger.order_money.discount_amount is 'What the coupon took off.';
comment on column ledger.order_money.shipping_charge is 'Delivery charged to the customer.';
comment on column ledger.order_money.tax_amount is 'Tax charged to the customer.';
comment on column ledger.order_money.total_amount is 'subtotal - discount_amount + shipping_charge + tax_amount.';
comment on column ledger.order_money.received_amount is
  'Settled payments to the store, and of each parcel what of its collected cash is paid out, charged or written off.';
comment on column ledger.order_money.refunded_amount is 'Settled refunds.';
comment on column ledger.order_money.paid_amount is 'received_amount - refunded_amount, never below 0.';
comment on column ledger.order_money.returned_amount is
  'What the units of a delivered order cost that were received back: no longer owed.';
comment on column ledger.order_money.waived_amount is
  'What the store does not ask for though no goods came back for it: refunds beyond what the customer was owed, and '
  'what a cancelled, spam or returned order would still cost.';
comment on column ledger.order_money.retained_amount is
  'How much of an advance the store keeps on an order that came back undelivered; null otherwise.';
comment on column ledger.order_money.due_amount is 'Still owed; 0 on cancelled, spam and returned orders.';
comment on column ledger.order_money.held_by_courier_amount is 'Cash of it that its couriers hold.';
comment on column ledger.order_money.to_refund_amount is 'What the store owes the customer back.';
grant select on ledger.order_money to haat_dba;
