-- Sends inventory.updated for each inventory level behind lines of an order whose goods came back.
-- Takes: an order and those lines.
-- see: guides/webhooks#create-an-endpoint
--
-- What an order reserves, releases or sells is not sent here: the order's own event tells it.
create or replace function internal.publish_levels(order_id uuid, order_item_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform internal.publish_level_changes(array(
    select distinct t.id
    from app.orders o
    join app.order_items i on i.store_id = o.store_id and i.order_id = o.id
    join app.inventory_levels t on t.variant_id = i.variant_id and t.location_id = o.location_id
    where o.id = publish_levels.order_id and i.id = any (order_item_ids)
    order by t.id));
end
$$;
