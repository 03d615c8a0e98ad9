-- Takes back the sale of units of an order that the customer did not take after all.
-- Takes: an order and its lines with their units.
--
-- For a courier that reports after the delivery that part of it comes back. The sale is booked with the opposite sign,
-- and the units are the order's reserved stock again until they are received.
create or replace function internal.unsell_order_items(order_id uuid, order_item_ids uuid[], quantities integer[])
  returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform internal.post_order_stock(unsell_order_items.order_id, 'sale', order_item_ids, quantities, 1, 1);
  update app.order_items i
    set delivered_quantity = i.delivered_quantity - u.quantity
    from unnest(order_item_ids, quantities) as u (id, quantity)
    where i.order_id = unsell_order_items.order_id and i.id = u.id and u.quantity > 0;
end
$$;
