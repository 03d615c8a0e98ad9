-- Books the stock of an order's lines at the order's location.
-- Takes: an order, the movement's type, lines with their units (0 is left out), the signs (-1, 0, 1) with which they
-- change on hand and reserved, and what the ledger rows refer to where it is not the order.
-- Gives: each variant with the cost of one unit that the ledger has written.
-- see: guides/orders#where-the-goods-are
--
-- A variant on several lines is booked once. All levels of the order are locked, also those that do not change now, so
-- that a second booking of the same request never locks against the variant order.
create or replace function internal.post_order_stock(
  order_id uuid,
  type text,
  order_item_ids uuid[],
  quantities integer[],
  on_hand_sign integer,
  reserved_sign integer,
  reference_type text default 'order',
  reference_id uuid default null,
  reference_number text default null)
  returns table (variant_id uuid, unit_cost numeric)
language plpgsql volatile rows 3
set search_path = ''
as $$
declare
  v_order app.orders;
  v_variant_ids uuid[];
  v_on_hand integer[];
  v_reserved integer[];
begin
  select * into v_order from app.orders o where o.id = post_order_stock.order_id;
  perform internal.lock_stock(
    v_order.location_id, array(select i.variant_id from app.order_items i where i.order_id = v_order.id));
  select
      array_agg(s.variant_id),
      array_agg(s.quantity * on_hand_sign),
      array_agg(s.quantity * reserved_sign)
    into v_variant_ids, v_on_hand, v_reserved
    from (
      select i.variant_id, sum(u.quantity)::integer as quantity
      from unnest(order_item_ids, quantities) as u (id, quantity)
      join app.order_items i on i.store_id = v_order.store_id and i.order_id = v_order.id and i.id = u.id
      where u.quantity > 0
      group by i.variant_id
    ) s;
  if v_variant_ids is null then
    return;
  end if;
  return query
  select p.variant_id, p.unit_cost
  from internal.post_stock(
    v_order.location_id,
    post_order_stock.type,
    v_variant_ids,
    v_on_hand,
    v_reserved,
    null,
    post_order_stock.reference_type,
    coalesce(post_order_stock.reference_id, v_order.id),
    coalesce(post_order_stock.reference_number, v_order.number)) p;
end
$$;
