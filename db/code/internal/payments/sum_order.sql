-- Sums the settled payments and the lines of an order.
-- Takes: a store and an order of it.
-- Gives: received, the payments to the store, without what couriers paid out (internal.parcel_cash); outstanding, the
-- units that neither the customer has nor the store received back; value_back, the price of the units that it
-- received.
create or replace function internal.sum_order(store_id uuid, order_id uuid)
  returns table (received numeric, refunded numeric, refunded_after_delivery numeric,
    quantity bigint, delivered bigint, came_back bigint, outstanding bigint, value_back numeric)
language sql stable rows 1
begin atomic
  with settled as (
    select coalesce(sum(p.amount) filter (where p.kind = 'payment' and p.parcel_id is null), 0) as received,
      coalesce(sum(p.amount) filter (where p.kind = 'refund'), 0) as refunded,
      coalesce(sum(p.amount) filter (where p.kind = 'refund' and p.is_after_delivery), 0) as refunded_after_delivery
    from app.payments p
    where p.store_id = sum_order.store_id and p.order_id = sum_order.order_id and p.status = 'settled'
  ), lines as (
    select sum(i.quantity) as quantity, sum(i.delivered_quantity) as delivered,
      sum(i.returned_quantity + i.released_quantity) as came_back,
      sum(i.quantity - i.delivered_quantity - i.released_quantity) as outstanding,
      sum(i.line_total - internal.kept_amount(i.line_total, i.quantity,
        i.quantity - i.returned_quantity - i.released_quantity)) as value_back
    from app.order_items i
    where i.store_id = sum_order.store_id and i.order_id = sum_order.order_id
  )
  select s.received, s.refunded, s.refunded_after_delivery, l.quantity, l.delivered, l.came_back, l.outstanding,
    l.value_back
  from settled s, lines l;
end;
