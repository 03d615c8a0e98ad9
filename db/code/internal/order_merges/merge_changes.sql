-- Gives the changes by which an order gets the lines of another, at the prices that were agreed for them.
-- Takes: the order that stays and the one that goes.
-- Gives: changes as POST /orders/{id}/edit describes them. What is of the same variant at the same prices becomes one
-- line, up to the most units that a line may have.
-- see: guides/edit-an-order#merge-two-orders
create or replace function internal.merge_changes(into_order app.orders, from_order app.orders) returns jsonb
language sql stable
begin atomic
  select jsonb_agg(case
    when h.id is not null then jsonb_build_object(
      'action', 'change_item', 'order_item_id', h.id, 'quantity', h.quantity + w.quantity)
    else jsonb_build_object(
      'action', 'add_item', 'variant_id', w.variant_id, 'quantity', w.quantity,
      'unit_price', w.unit_price, 'discount_price', w.discount_price) end order by w.line)
  from (
    select i.variant_id, i.unit_price, i.discount_price, sum(i.quantity)::integer as quantity, min(i.line) as line
    from app.order_items i
    where i.store_id = from_order.store_id and i.order_id = from_order.id
    group by i.variant_id, i.unit_price, i.discount_price
  ) w
  left join lateral (
    select i.id, i.quantity
    from app.order_items i
    where i.store_id = into_order.store_id and i.order_id = into_order.id and i.variant_id = w.variant_id
      and i.unit_price = w.unit_price and i.discount_price is not distinct from w.discount_price
      and i.quantity + w.quantity <= 1000000
    order by i.line limit 1
  ) h on true;
end;
