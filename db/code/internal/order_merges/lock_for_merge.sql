-- Locks what a merge of two locked orders writes after them: their coupons, and the levels of the goods that move.
-- Takes: the order that stays and the one that goes.
--
-- All at once and in the order that holds for all: the goods are released before they are reserved, and the coupon of
-- an edit would otherwise be locked after stock.
create or replace function internal.lock_for_merge(into_order app.orders, from_order app.orders) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_variant_ids uuid[];
  v_location_ids uuid[];
begin
  perform from app.coupons c where c.id in (into_order.coupon_id, from_order.coupon_id) order by c.id
    for no key update;
  select array_agg(t.variant_id), array_agg(t.location_id)
    into v_variant_ids, v_location_ids
    from (
      select i.variant_id, into_order.location_id
      from app.order_items i where i.store_id = from_order.store_id and i.order_id = from_order.id
      union
      select i.variant_id, from_order.location_id
      from app.order_items i where i.store_id = from_order.store_id and i.order_id = from_order.id
    ) t (variant_id, location_id);
  perform internal.lock_levels(v_variant_ids, v_location_ids);
end
$$;
