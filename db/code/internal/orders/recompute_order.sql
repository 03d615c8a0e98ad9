-- Works out anew what follows from the payments, parcels and lines of an order: its amounts, its payment and
-- fulfillment status, where its outstanding units are, and what is held of its parcels and to be done with them.
-- Takes: the order (locked by the caller) and its new status, if it changes.
-- Gives: the order.
--
-- No other code writes these columns; whatever changes payments, parcels or lines calls this, after its changes: it
-- tells of the parcels that were written. The formulas are in internal.derive_money and internal.parcel_cash.
create or replace function internal.recompute_order(order_id uuid, status text default null) returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  v_order app.orders;
  v_rules app.order_statuses;
  v_sums record;
  v_parcels record;
begin
  select * into v_order from app.orders t where t.id = recompute_order.order_id;
  v_order.status := coalesce(recompute_order.status, v_order.status);
  select * into v_rules from app.order_statuses t where t.status = v_order.status;
  v_order.delivered_at := case v_rules.stock
    when 'sold' then coalesce(v_order.delivered_at, internal.now())
    when 'returning' then v_order.delivered_at end;
  v_order.cancelled_at := case when v_rules.is_cancelled then coalesce(v_order.cancelled_at, internal.now()) end;
  select * into v_sums from internal.sum_order(v_order.store_id, v_order.id);
  v_parcels := internal.derive_parcels(v_order, v_rules.stock,
    v_order.total_amount - v_sums.received + v_sums.refunded - v_sums.refunded_after_delivery, v_sums.outstanding);

  v_order.received_amount := v_sums.received + v_parcels.settled;
  v_order.refunded_amount := v_sums.refunded;
  v_order.held_by_courier_amount := v_parcels.held;
  v_order.returned_amount := case when v_order.delivered_at is null then 0 else v_sums.value_back end;
  v_order := internal.derive_money(v_order, v_rules, v_sums.refunded_after_delivery, v_parcels.is_pickup_recorded);

  -- One update, the new status included: a second one in the same transaction would check every foreign key again.
  update app.orders t set
    status = v_order.status,
    delivered_at = v_order.delivered_at,
    cancelled_at = v_order.cancelled_at,
    received_amount = v_order.received_amount,
    refunded_amount = v_order.refunded_amount,
    held_by_courier_amount = v_order.held_by_courier_amount,
    returned_amount = v_order.returned_amount,
    waived_amount = v_order.waived_amount,
    retained_amount = v_order.retained_amount,
    paid_amount = v_order.paid_amount,
    due_amount = v_order.due_amount,
    to_refund_amount = v_order.to_refund_amount,
    payment_status = v_order.payment_status,
    fulfillment_status = case
      when v_sums.came_back = v_sums.quantity and v_rules.stock in ('sold', 'returning') then 'returned'
      when v_sums.delivered = 0 then 'unfulfilled'
      when v_sums.delivered < v_sums.quantity then 'partially_fulfilled'
      else 'fulfilled' end,
    with_courier_quantity = case v_parcels.work when 'with_courier' then v_sums.outstanding else 0 end,
    coming_back_quantity = case v_parcels.work when 'coming_back' then v_sums.outstanding else 0 end
    where t.id = v_order.id
    returning * into v_order;
  perform internal.publish_parcels(v_order);
  return v_order;
end
$$;
