-- Refuses to merge an order into another unless both are of one customer and not handed over, are to be paid in the
-- same way, and nothing belongs to the one that goes but its lines.
-- Takes: the order that stays and the one that goes (locked, where the answer decides something).
-- Raises: HT008 (merged_order_id: the same), HT103 (status), HT101 (parcel, merged_order_id).
-- see: guides/edit-an-order#merge-two-orders
--
-- Money, parcels and returns are proofs of what was done for an order: they are not moved to another. What is paid on
-- delivery does not go into an order that its store's time to pay online may cancel.
create or replace function internal.refuse_merge(into_order app.orders, from_order app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if into_order.id = from_order.id then
    perform internal.field_error('HT008', 'merged_order_id', 'mergeItself');
  elsif (into_order.store_id, into_order.customer_id) <> (from_order.store_id, from_order.customer_id) then
    perform internal.field_error('HT101', 'merged_order_id', 'mergeStranger');
  end if;
  perform internal.refuse_edit(into_order);
  perform internal.refuse_edit(from_order);
  if exists (
    select from app.payment_methods m
    join app.payment_methods n on n.id = from_order.payment_method_id and n.type <> m.type
    where m.id = into_order.payment_method_id)
    or array[into_order.id] = (select array_agg(a.order_id) from internal.awaiting_payment() a
      where a.store_id = into_order.store_id and a.order_id in (into_order.id, from_order.id))
  then
    perform internal.field_error('HT101', 'merged_order_id', 'mergePayment');
  elsif exists (select from app.payments p
      where p.store_id = from_order.store_id and p.order_id = from_order.id and p.status <> 'voided')
    or exists (select from app.parcels p
      where p.store_id = from_order.store_id and p.order_id = from_order.id and p.status <> 'cancelled')
    or exists (select from app.returns r
      where r.store_id = from_order.store_id and r.order_id = from_order.id and r.status <> 'cancelled')
  then
    perform internal.field_error('HT101', 'merged_order_id', 'mergeHeld');
  end if;
end
$$;
