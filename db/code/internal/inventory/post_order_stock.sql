-- Takes: an order, a movement type, lines with their units (0 is left out) and the signs with which they change
-- on-hand and reserved, and a reference other than the order.
-- Locks and books the stock at the order's location.
-- Gives: each variant with the cost of a unit that was written.
-- decisions: 3, Stock over an order's life
--
-- Stock of an order's lines, a variant that stands on several lines counted once. All levels of the order are locked, also
-- those that do not change now: a second posting of the same request then never locks against the variant order.
create or replace function internal.post_order_stock(order_id uuid, type text, order_item_ids uuid[], quantities integer[], on_hand_sign integer, reserved_sign integer,
  reference_type text default 'order', reference_id uuid default null, reference_number text default null)
  returns table (variant_id uuid, unit_cost numeric)
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
  v_variant_ids uuid[];
  v_on_hand integer[];
  v_reserved integer[];
begin
  select * into o from app.orders t where t.id = post_order_stock.order_id;
  perform internal.lock_stock(o.location_id, array(select i.variant_id from app.order_items i where i.order_id = o.id));
  select array_agg(s.variant_id), array_agg(s.quantity * on_hand_sign), array_agg(s.quantity * reserved_sign)
    into v_variant_ids, v_on_hand, v_reserved
    from (
      select i.variant_id, sum(u.quantity)::integer as quantity
      from unnest(order_item_ids, quantities) as u (id, quantity)
      join app.order_items i on i.store_id = o.store_id and i.order_id = o.id and i.id = u.id
      where u.quantity > 0
      group by i.variant_id
    ) s;
  if v_variant_ids is not null then
    return query
    select p.variant_id, p.unit_cost
    from internal.post_stock(o.location_id, post_order_stock.type, v_variant_ids, v_on_hand, v_reserved, null,
      post_order_stock.reference_type, coalesce(post_order_stock.reference_id, o.id),
      coalesce(post_order_stock.reference_number, o.number)) p;
  end if;
end
$$;
