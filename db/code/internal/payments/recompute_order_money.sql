-- Computes the amounts, payment status and fulfillment status of an order anew, from its settled payments, parcels and
-- lines.
-- Takes: the order (locked by the caller) and its new status, if it changes.
-- Gives: the order.
-- decisions: 3
--
-- No other code writes these columns; whatever changes payments, parcels or lines calls this.
--   paid       = received - refunded - uncollected
--   returned   = what the units cost that the customer refused or gave back: nobody owes for them, from the moment it
--                is known and wherever the goods are
--   still owed = total - returned - (received - uncollected - what was refunded before delivery), never below 0: a
--                refund before delivery is owed again, one after it never is. Its part beyond what the customer was
--                owed back is waived, so that due = total - returned - waived - paid, never below 0.
create or replace function internal.recompute_order_money(order_id uuid, status text default null) returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  v_order app.orders;
  v_rules app.order_statuses;
  v_sums record;
  v_returned numeric;
  v_owed numeric;
  v_paid numeric;
  v_waived numeric;
begin
  select * into v_order from app.orders t where t.id = recompute_order_money.order_id;
  if recompute_order_money.status is not null then
    v_order.status := recompute_order_money.status;
  end if;
  select * into v_rules from app.order_statuses t where t.status = v_order.status;
  if recompute_order_money.status is not null then
    v_order.delivered_at := case when v_rules.stock = 'sold' then coalesce(v_order.delivered_at, internal.now())
      else v_order.delivered_at end;
    v_order.cancelled_at := case when v_rules.is_cancelled then coalesce(v_order.cancelled_at, internal.now()) end;
  end if;
  select * into v_sums from internal.sum_order(v_order.store_id, v_order.id);
  v_returned := case when v_order.delivered_at is null then 0 else v_sums.value_back end;
  v_owed := v_order.total_amount - v_returned
    - (v_sums.received - v_sums.uncollected - (v_sums.refunded - v_sums.refunded_after_delivery));
  v_paid := v_sums.received - v_sums.refunded - v_sums.uncollected;
  v_waived := greatest(0, v_sums.refunded_after_delivery - greatest(0, -v_owed));

  -- One update, the new status included: a second one in the same transaction would check every foreign key again.
  update app.orders t set
    status = v_order.status,
    delivered_at = v_order.delivered_at,
    cancelled_at = v_order.cancelled_at,
    received_amount = v_sums.received,
    refunded_amount = v_sums.refunded,
    uncollected_amount = v_sums.uncollected,
    returned_amount = v_returned,
    waived_amount = v_waived,
    -- Of an advance on an order that came back undelivered the store keeps up to the delivery charge, if the courier
    -- had it.
    retained_amount = case when v_rules.stock = 'returning' and v_order.delivered_at is null then
      case when v_sums.picked_up then least(t.shipping_charge, v_paid) else 0 end end,
    paid_amount = v_paid,
    due_amount = case when v_rules.owes then greatest(0, v_owed) else 0 end,
    payment_status = case
      when v_paid = 0 and v_sums.refunded > 0 then 'refunded'
      when v_paid = 0 and t.total_amount > 0 then 'unpaid'
      when v_paid < t.total_amount - v_returned - v_waived then 'partially_paid'
      else 'paid' end,
    fulfillment_status = case
      when v_sums.came_back = v_sums.quantity and v_rules.stock in ('sold', 'returning') then 'returned'
      when v_sums.delivered = 0 then 'unfulfilled'
      when v_sums.delivered < v_sums.quantity then 'partially_fulfilled'
      else 'fulfilled' end
    where t.id = v_order.id
    returning * into v_order;
  return v_order;
end
$$;
