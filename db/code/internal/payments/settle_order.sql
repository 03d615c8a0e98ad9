-- Takes: an order (locked by the caller) and its new status, if it moves.
-- Works out its amounts, payment status and fulfillment status from its settled payments, parcels and lines.
-- Gives: the order.
-- decisions: 3
--
-- Money and fulfillment of an order, always from its payments, parcels and lines: nobody adds to an amount, everybody
-- calls this.
--   paid       = received - refunded - uncollected
--   still owed = total - returned - (received - uncollected - what was refunded before delivery), never below 0: a refund
--                before delivery is owed again, one after it never is. Its part beyond what the customer was owed back
--                is waived, so that due = total - returned - waived - paid, never below 0.
create or replace function internal.settle_order(order_id uuid, status text default null) returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
  s app.order_statuses;
  v_received numeric;
  v_refunded numeric;
  v_refunded_after_delivery numeric;
  v_uncollected numeric;
  v_picked_up boolean;
  v_returned numeric;
  v_owed numeric;
  v_paid numeric;
  i record;
begin
  select * into o from app.orders t where t.id = settle_order.order_id;
  if settle_order.status is not null then
    o.status := settle_order.status;
  end if;
  select * into s from app.order_statuses t where t.status = o.status;
  if settle_order.status is not null then
    o.delivered_at := case when s.stock = 'sold' then coalesce(o.delivered_at, internal.now()) else o.delivered_at end;
    o.cancelled_at := case when s.is_cancelled then coalesce(o.cancelled_at, internal.now()) end;
  end if;
  select coalesce(sum(p.amount) filter (where p.kind = 'payment'), 0), coalesce(sum(p.amount) filter (where p.kind = 'refund'), 0),
         coalesce(sum(p.amount) filter (where p.kind = 'refund' and p.is_after_delivery), 0)
    into v_received, v_refunded, v_refunded_after_delivery
    from app.payments p where p.store_id = o.store_id and p.order_id = o.id and p.status = 'settled';
  -- What a courier paid out beyond what it later stated to have collected.
  select coalesce(sum(greatest(0, c.paid_out - c.collected_amount)), 0), coalesce(bool_or(c.picked_up_at is not null), false)
    into v_uncollected, v_picked_up
    from (
      select p.collected_amount, p.picked_up_at, coalesce(sum(y.amount), 0) as paid_out
      from app.parcels p
      left join app.payments y on y.store_id = p.store_id and y.parcel_id = p.id and y.kind = 'payment' and y.status = 'settled'
      where p.store_id = o.store_id and p.order_id = o.id and p.status <> 'cancelled'
      group by p.id
    ) c;
  v_uncollected := least(v_uncollected, v_received - v_refunded);
  select sum(t.quantity) as quantity, sum(t.delivered_quantity) as delivered, sum(t.returned_quantity) as returned, sum(t.released_quantity) as released,
         -- Released units of a delivered order were received back from its courier.
         sum(round(t.line_total * (t.returned_quantity + t.released_quantity) / t.quantity, 2)) as value_back
    into i
    from app.order_items t where t.store_id = o.store_id and t.order_id = o.id;
  v_returned := case when o.delivered_at is null then 0 else i.value_back end;
  v_owed := o.total_amount - v_returned - (v_received - v_uncollected - (v_refunded - v_refunded_after_delivery));
  v_paid := v_received - v_refunded - v_uncollected;

  -- One update, the new status included: a second one in the same transaction would check every foreign key again.
  update app.orders t set
    status = o.status,
    delivered_at = o.delivered_at,
    cancelled_at = o.cancelled_at,
    received_amount = v_received,
    refunded_amount = v_refunded,
    uncollected_amount = v_uncollected,
    returned_amount = v_returned,
    waived_amount = greatest(0, v_refunded_after_delivery - greatest(0, -v_owed)),
    -- Of an advance on an order that came back undelivered the store keeps up to the delivery charge, if the courier had it.
    retained_amount = case when s.stock = 'returning' and o.delivered_at is null then
      case when v_picked_up then least(t.shipping_charge, v_paid) else 0 end end,
    paid_amount = v_paid,
    due_amount = case when s.owes then greatest(0, v_owed) else 0 end,
    payment_status = case
      when v_paid = 0 and v_refunded > 0 then 'refunded'
      when v_paid = 0 and t.total_amount > 0 then 'unpaid'
      when v_paid < t.total_amount - v_returned - greatest(0, v_refunded_after_delivery - greatest(0, -v_owed)) then 'partially_paid'
      else 'paid' end,
    fulfillment_status = case
      when i.returned + i.released = i.quantity and s.stock in ('sold', 'returning') then 'returned'
      when i.delivered = 0 then 'unfulfilled'
      when i.delivered < i.quantity then 'partially_fulfilled'
      else 'fulfilled' end
    where t.id = o.id
    returning * into o;
  return o;
end
$$;
