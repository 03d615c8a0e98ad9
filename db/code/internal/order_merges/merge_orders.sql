-- Merges an order into another of the same customer: its lines go there at the prices that were agreed, and it is
-- cancelled.
-- Takes: the order that stays, and the one that goes. A merge that was done already changes nothing.
-- Raises: HT100; HT008, HT101 (merged_order_id); HT103 (status), HT101 (parcel); HT008 (changes, coupon_code,
-- add_tags), HT102.
-- see: guides/edit-an-order#merge-two-orders
--
-- Lock order: both orders by id, their coupons by id, inventory levels, ledger.
-- The goods are released first and then reserved for the order that stays: what one held, no other can take meanwhile.
create or replace function internal.merge_orders(order_id uuid, merged_order_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_into app.orders;
  v_from app.orders;
begin
  perform from app.orders o where o.id in (merge_orders.order_id, merge_orders.merged_order_id) order by o.id
    for update;
  v_into := internal.lock_order(order_id);
  v_from := internal.lock_order(merged_order_id);
  if v_from.merged_into_id = v_into.id then
    return;
  end if;
  perform internal.refuse_merge(v_into, v_from);
  perform internal.lock_for_merge(v_into, v_from);
  update app.orders o set merged_into_id = v_into.id where o.id = v_from.id;
  perform internal.transition_order(v_from.id, 'cancelled', null, jsonb_build_object(
    'reason', concat('Merged into ', v_into.number), 'order_id', v_into.id, 'merged_into', v_into.number));
  perform internal.edit_order(v_into.id, jsonb_build_object(
    'changes', internal.merge_changes(v_into, v_from),
    'tax_amount', v_into.tax_amount + v_from.tax_amount,
    'note', internal.merged_note(v_into.note, v_from.note))
    || internal.changed_tags(jsonb_build_object('add_tags', v_from.tags), v_into.tags));
  perform internal.add_to_timeline(v_into.company_id, v_into.store_id, v_into.id, 'merged', null, null, null,
    jsonb_build_object('order_id', v_from.id, 'number', v_from.number));
  perform internal.publish_order(v_from, 'order.cancelled');
end
$$;
