-- Takes: an order whose lines are written.
-- Reserves them at its location.
-- Raises: HT102 INSUFFICIENT_STOCK with fields.items [{line, variant_id, sku, requested, available}].
-- spec: POST /orders
--
-- Promises goods to an order. Lines of one variant are summed before the check; all shortages are told at once.
create or replace function internal.reserve_stock(order_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
  v_variant_ids uuid[];
  v_quantities integer[];
  v_short jsonb;
begin
  select * into o from app.orders where id = reserve_stock.order_id;
  select array_agg(t.variant_id order by t.variant_id), array_agg(t.quantity order by t.variant_id)
    into v_variant_ids, v_quantities
    from (select i.variant_id, sum(i.quantity)::integer as quantity from app.order_items i where i.order_id = o.id group by i.variant_id) t;
  perform internal.lock_stock(o.location_id, v_variant_ids);
  select jsonb_agg(jsonb_build_object('line', t.line, 'variant_id', t.variant_id, 'sku', t.sku, 'requested', t.requested, 'available', t.available) order by t.line)
    into v_short
    from (
      select min(i.line) as line, i.variant_id, min(i.sku) as sku, sum(i.quantity) as requested, coalesce(min(l.on_hand - l.reserved), 0) as available
      from app.order_items i
      left join app.inventory_levels l on l.variant_id = i.variant_id and l.location_id = o.location_id
      where i.order_id = o.id
      group by i.variant_id
    ) t
    where t.available < t.requested;
  if v_short is not null then
    perform internal.fail('HT102', 'Not enough stock for this order.', jsonb_build_object('items', v_short));
  end if;
  perform internal.post_stock(o.location_id, 'reservation', v_variant_ids, array_fill(0, array[cardinality(v_variant_ids)]), v_quantities,
    null, 'order', o.id, o.number);
end
$$;
