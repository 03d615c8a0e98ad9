-- What is fetched from the shelves for these orders together: a line a variant and location, under the present name,
-- by location, bin and product; what has no bin comes last. Nothing of orders that have left, or were called off.
-- Raises: nothing.
create or replace function staff.pick_list(order_ids uuid[]) returns setof staff.pick_line
language sql stable rows 50
set search_path = ''
begin atomic
  select k.location_id, c.name, k.variant_id, v.sku, v.barcode, p.name, v.name,
    internal.media_url(coalesce(
      (select t.media_key from app.product_images t where t.product_id = v.product_id and t.id = v.image_id),
      (select t.media_key from app.product_images t where t.product_id = v.product_id and t.is_thumbnail))),
    k.quantity, l.on_hand, k.orders, l.bin
  from (
    select n.location_id, n.store_id, n.variant_id, sum(n.quantity)::integer as quantity,
      array_agg((n.order_id, n.number, n.quantity)::staff.pick_order order by n.created_at, n.order_id) as orders
    from (
      select o.location_id, o.store_id, i.variant_id, o.id as order_id, o.number, o.created_at,
        sum(i.quantity - i.delivered_quantity - i.released_quantity)::integer as quantity
      from app.orders o
      join app.order_statuses t on t.status = o.status and t.cash_state = 'not_shipped'
      join app.order_items i on i.store_id = o.store_id and i.order_id = o.id
      where o.id = any (pick_list.order_ids) and i.quantity > i.delivered_quantity + i.released_quantity
      group by o.location_id, o.store_id, i.variant_id, o.id, o.number, o.created_at
    ) n
    group by n.location_id, n.store_id, n.variant_id
  ) k
  join app.variants v on v.store_id = k.store_id and v.id = k.variant_id
  join app.products p on p.store_id = k.store_id and p.id = v.product_id
  join app.locations c on c.id = k.location_id
  left join app.inventory_levels l on l.variant_id = k.variant_id and l.location_id = k.location_id
  order by c.name, k.location_id, l.bin, p.name, v.position, v.sku, k.variant_id;
end;
grant execute on function staff.pick_list(uuid[]) to haat_staff;
