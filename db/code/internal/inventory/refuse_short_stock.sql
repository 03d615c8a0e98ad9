-- Refuses an order for which its location has not enough stock available, and says of which line how much is missing.
-- Takes: the order, its levels locked and found short (internal.is_short).
-- Raises: HT102; fields.items lists every shortage [{line, variant_id, sku, requested, available}].
-- spec: POST /orders
create or replace function internal.refuse_short_stock(checked app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_short jsonb;
begin
  select jsonb_agg(
      jsonb_build_object(
        'line', t.line,
        'variant_id', t.variant_id,
        'sku', t.sku,
        'requested', t.requested,
        'available', t.available)
      order by t.line)
    into v_short
    from (
      select
        min(i.line) as line,
        i.variant_id,
        min(i.sku) as sku,
        sum(i.quantity) as requested,
        coalesce(min(l.on_hand - l.reserved), 0) as available
      from app.order_items i
      left join app.inventory_levels l on l.variant_id = i.variant_id and l.location_id = checked.location_id
      where i.order_id = checked.id
      group by i.variant_id
    ) t
    where t.available < t.requested;
  if v_short is not null then
    perform internal.fail('HT102', 'Not enough stock for this order.', jsonb_build_object('items', v_short));
  end if;
end
$$;
