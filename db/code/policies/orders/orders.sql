call internal.install_fence('app.orders', 'store');
grant select on app.orders to haat_api, haat_dba, haat_gatekeeper;
-- shipping_address: internal.readable_orders.
grant select (
  id, company_id, store_id, number, source, channel_id, customer_id, location_id, status, payment_status,
  fulfillment_status, subtotal, discount_amount, shipping_charge, tax_amount, total_amount, received_amount,
  refunded_amount, returned_amount, waived_amount, retained_amount, paid_amount, due_amount, held_by_courier_amount,
  to_refund_amount, with_courier_quantity, coming_back_quantity,
  coupon_id, coupon, custom_fields, note, follow_up_at, follow_up_note, assignee_id, payment_method_id, store_date,
  delivered_at, cancelled_at, created_at, updated_at, call_count, last_call_at, last_call_outcome, call_limit_reached
) on app.orders to haat_staff;
