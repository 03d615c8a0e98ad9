-- Works out the money of an order from its facts: the one place where it is said.
-- Takes: the order as it is to be, with received_amount, refunded_amount, held_by_courier_amount and returned_amount;
-- what its status means; refunds given after the delivery; and whether a pickup of it was recorded.
-- Gives: the order with waived_amount, retained_amount, paid_amount, due_amount, to_refund_amount and payment_status.
--
-- The claim is what the customer owes for in all. On a status that owes: total - returned - goodwill. Otherwise no
-- more than what has come already, and of that: nothing on a cancelled or spam order; on one that came back
-- undelivered up to the delivery charge, if the pickup was recorded; on one that the customer gave back, what it still
-- costs.
-- Goodwill: a refund before the delivery is owed again, one after it never is. What of those goes beyond what the
-- customer was owed back is given away.
-- In every state: total - returned - waived = (received - refunded) + held + open - to_refund, where
-- open = what of due_amount no courier holds, never below 0.
create or replace function internal.derive_money(derived app.orders, rules app.order_statuses,
  refunded_after_delivery numeric, is_pickup_recorded boolean) returns app.orders
language plpgsql immutable
set search_path = ''
as $$
declare
  v_net constant numeric := derived.received_amount - derived.refunded_amount;
  v_has constant numeric := v_net + derived.held_by_courier_amount;
  v_goodwill constant numeric := greatest(0.00, refunded_after_delivery - greatest(0,
    v_has + refunded_after_delivery - derived.total_amount + derived.returned_amount));
  v_cost constant numeric := derived.total_amount - derived.returned_amount - v_goodwill;
  v_claim constant numeric := case
    when rules.owes then v_cost
    when rules.stock = 'none' then least(v_has, 0)
    when derived.delivered_at is not null then least(v_has, v_cost)
    when is_pickup_recorded then least(v_has, derived.shipping_charge)
    else least(v_has, 0) end;
begin
  derived.waived_amount := derived.total_amount - derived.returned_amount - v_claim;
  derived.retained_amount := case when rules.stock = 'returning' and derived.delivered_at is null
    then greatest(0.00, v_claim) end;
  derived.paid_amount := greatest(0.00, v_net);
  derived.due_amount := case when rules.owes then greatest(0.00, v_claim - v_net) else 0.00 end;
  derived.to_refund_amount := greatest(0.00, v_has - v_claim);
  derived.payment_status := case
    when derived.refunded_amount > 0 and v_has <= 0
      and derived.received_amount + derived.held_by_courier_amount > 0 then 'refunded'
    when v_net <= 0 and derived.total_amount > 0 then 'unpaid'
    when v_net < v_cost then 'partially_paid'
    else 'paid' end;
  return derived;
end
$$;
