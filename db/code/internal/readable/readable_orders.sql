-- Orders as staff may see them: where they go with customers.read.
-- Takes: nothing, or a row that a procedure is about to give.
-- Raises: nothing.
--
-- The view reads as its owner, inside the fence; haat_staff may not read the columns themselves. What is hidden is
-- hidden from filters and orders as well, because they see the view's column.
create or replace view internal.readable_orders as
select
  t.id, t.company_id, t.store_id, t.number, t.source, t.channel_id, t.customer_id, t.location_id, t.status,
  t.payment_status, t.fulfillment_status, t.subtotal, t.discount_amount, t.shipping_charge, t.tax_amount,
  t.total_amount, t.received_amount, t.refunded_amount, t.returned_amount, t.waived_amount,
  t.retained_amount, t.paid_amount, t.due_amount,
  case when (select internal.is_permitted('customers.read')) then t.shipping_address end as shipping_address,
  t.coupon_id, t.coupon, t.custom_fields, t.note, t.follow_up_at, t.follow_up_note, t.assignee_id,
  t.payment_method_id, t.store_date, t.delivered_at, t.cancelled_at, t.created_at, t.updated_at,
  t.held_by_courier_amount, t.to_refund_amount, t.with_courier_quantity, t.coming_back_quantity,
  t.call_count, t.last_call_at, t.last_call_outcome, t.call_limit_reached
from app.orders t;
call internal.install_readable('app.orders');

-- The rows by the name of their table, so that what is made for that works on them too. Inlined into the query.
create or replace function internal.readable_orders() returns setof app.orders
language sql stable rows 100
begin atomic
  select * from internal.readable_orders;
end;
grant execute on function internal.readable_orders() to haat_staff;

create or replace function internal.readable_orders(given app.orders) returns app.orders
language sql stable
return case
  when (given).id is null or internal.is_permitted('customers.read') then given
  else jsonb_populate_record(given, '{"shipping_address": null}') end;
