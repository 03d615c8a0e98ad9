-- Sums the settled payments, parcels and lines of an order.
-- Takes: a store and an order of it.
-- Gives: the sums. value_back is the price of the units that the customer refused or gave back, once the order is
-- delivered.
create or replace function internal.sum_order(store_id uuid, order_id uuid)
  returns table (received numeric, refunded numeric, refunded_after_delivery numeric, uncollected numeric,
    picked_up boolean,
    quantity bigint, delivered bigint, came_back bigint, value_back numeric)
language sql stable rows 1
begin atomic
  with settled as (
    select coalesce(sum(p.amount) filter (where p.kind = 'payment'), 0) as received,
      coalesce(sum(p.amount) filter (where p.kind = 'refund'), 0) as refunded,
      coalesce(sum(p.amount) filter (where p.kind = 'refund' and p.is_after_delivery), 0) as refunded_after_delivery
    from app.payments p
    where p.store_id = sum_order.store_id and p.order_id = sum_order.order_id and p.status = 'settled'
  ), shipped as (
    -- What a courier paid out beyond what it later stated to have collected.
    select coalesce(sum(greatest(0, c.paid_out - c.collected_amount)), 0) as uncollected,
      coalesce(bool_or(c.picked_up_at is not null), false) as picked_up
    from (
      select p.collected_amount, p.picked_up_at, coalesce(sum(y.amount), 0) as paid_out
      from app.parcels p
      left join app.payments y on y.store_id = p.store_id and y.parcel_id = p.id and y.kind = 'payment'
        and y.status = 'settled'
      where p.store_id = sum_order.store_id and p.order_id = sum_order.order_id and p.status <> 'cancelled'
      group by p.id
    ) c
  ), lines as (
    select sum(i.quantity) as quantity, sum(i.delivered_quantity) as delivered,
      sum(i.returned_quantity + i.released_quantity) as came_back,
      sum(i.line_total - internal.kept_amount(i.line_total, i.quantity,
        i.delivered_quantity - i.returned_quantity)) as value_back
    from app.order_items i
    where i.store_id = sum_order.store_id and i.order_id = sum_order.order_id
  )
  select s.received, s.refunded, s.refunded_after_delivery, least(c.uncollected, s.received - s.refunded), c.picked_up,
    l.quantity, l.delivered, l.came_back, l.value_back
  from settled s, shipped c, lines l;
end;
