create or replace function internal.sell_order_items(order_id uuid, order_item_ids uuid[], quantities integer[]) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform internal.post_order_stock(sell_order_items.order_id, 'sale', order_item_ids, quantities, -1, -1);
  update app.order_items i set
    delivered_quantity = i.delivered_quantity + u.quantity,
    unit_cost = (select k.average_cost from app.variant_costs k where k.variant_id = i.variant_id)
    from unnest(order_item_ids, quantities) as u (id, quantity)
    where i.order_id = sell_order_items.order_id and i.id = u.id and u.quantity > 0;
end
$$;
comment on function internal.sell_order_items(uuid, uuid[], integer[]) is 'Takes an order and lines with units that the customer took; books the sale at today''s average cost.';
