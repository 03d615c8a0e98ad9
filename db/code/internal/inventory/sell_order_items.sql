-- Books the sale of units of an order that the customer took, and keeps their cost with the order's lines.
-- Takes: an order and its lines with their units.
--
-- The cost is the average cost that the ledger has written for the sale.
create or replace function internal.sell_order_items(order_id uuid, order_item_ids uuid[], quantities integer[])
  returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_variant_ids uuid[];
  v_unit_costs numeric[];
begin
  select array_agg(s.variant_id), array_agg(s.unit_cost)
    into v_variant_ids, v_unit_costs
    from internal.post_order_stock(sell_order_items.order_id, 'sale', order_item_ids, quantities, -1, -1) s;
  update app.order_items i
    set delivered_quantity = i.delivered_quantity + u.quantity, unit_cost = c.unit_cost
    from unnest(order_item_ids, quantities) as u (id, quantity),
      unnest(v_variant_ids, v_unit_costs) as c (variant_id, unit_cost)
    where i.order_id = sell_order_items.order_id
      and i.id = u.id
      and u.quantity > 0
      and c.variant_id = i.variant_id;
end
$$;
