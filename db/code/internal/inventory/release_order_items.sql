-- Ends the reservation of units of an order that stay in the warehouse, or came back to it, unsold.
-- Takes: an order and its lines with their units.
create or replace function internal.release_order_items(order_id uuid, order_item_ids uuid[], quantities integer[])
  returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform internal.post_order_stock(release_order_items.order_id, 'release', order_item_ids, quantities, 0, -1);
  update app.order_items i
    set released_quantity = i.released_quantity + u.quantity
    from unnest(order_item_ids, quantities) as u (id, quantity)
    where i.order_id = release_order_items.order_id and i.id = u.id and u.quantity > 0;
end
$$;
