-- Reserves the stock of an order at its location.
-- Takes: an order whose lines are written.
-- Raises: HT102; fields.items lists every shortage [{line, variant_id, sku, requested, available}].
-- see: guides/orders#where-the-goods-are
--
-- A variant on several lines is compared with the sum of them.
create or replace function internal.reserve_stock(reserved app.orders) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_variant_ids uuid[];
  v_quantities integer[];
  v_locked record;
begin
  select
      array_agg(t.variant_id order by t.variant_id),
      array_agg(t.quantity order by t.variant_id)
    into v_variant_ids, v_quantities
    from (
      select i.variant_id, sum(i.quantity)::integer as quantity
      from app.order_items i
      where i.order_id = reserved.id
      group by i.variant_id
    ) t;
  v_locked := internal.lock_stock(reserved.location_id, v_variant_ids);
  if v_locked.locked_ids is distinct from v_variant_ids
    or internal.is_short(v_locked.available, v_quantities)
  then
    perform internal.refuse_short_stock(reserved);
  end if;
  perform internal.post_stock(
    reserved.location_id,
    'reservation',
    v_variant_ids,
    array_fill(0, array[cardinality(v_variant_ids)]),
    v_quantities,
    null,
    'order',
    reserved.id,
    reserved.number);
end
$$;
