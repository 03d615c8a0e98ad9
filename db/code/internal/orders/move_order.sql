-- The one place where an order's status changes, and all that follows from it: coupon, parcel, stock, money, timeline.
-- Whether the move may be made is the caller's to ask (internal.change_order_status, or a parcel's own procedure); so is
-- telling it (internal.publish_order).
create or replace function internal.move_order(order_id uuid, status text, note text default null, detail jsonb default null, kept jsonb default null) returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
  v_from text;
  v_item_ids uuid[];
  v_outstanding integer[];
  v_kept integer[];
begin
  select * into o from app.orders t where t.id = move_order.order_id for update;
  v_from := o.status;
  select array_agg(i.id), array_agg(i.quantity - i.delivered_quantity - i.released_quantity), array_agg(coalesce(k.quantity, 0))
    into v_item_ids, v_outstanding, v_kept
    from app.order_items i
    left join internal.read_order_lines(o.id, kept, 'kept') k on k.order_item_id = i.id
    where i.order_id = o.id;

  case
    when move_order.status in ('cancelled', 'spam') then
      if move_order.status = 'cancelled' then
        perform internal.give_back_coupon(o.id);
      end if;
      -- What is still open here was never a courier's: nobody else has to be asked.
      update app.parcels p set status = 'cancelled', cancelled_at = internal.now()
        where p.store_id = o.store_id and p.order_id = o.id and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
      perform internal.release_order_items(o.id, v_item_ids, v_outstanding);
    when v_from = 'spam' then
      update app.order_items i set released_quantity = 0 where i.order_id = o.id;
      perform internal.reserve_stock(o.id);
    when move_order.status = 'in_transit' then
      update app.parcels p set status = case when p.picked_up_at is null then 'booked' else 'picked_up' end
        where p.store_id = o.store_id and p.order_id = o.id and p.status = 'delivery_failed';
      -- Every order on the road has a shipment, so that what comes back can be received: one sent off by hand is recorded.
      if not exists (select from app.parcels p where p.store_id = o.store_id and p.order_id = o.id and p.status in ('booked', 'picked_up', 'return_requested')) then
        insert into app.parcels (company_id, store_id, order_id, status, cod_amount, booked_at)
        values (o.company_id, o.store_id, o.id, 'booked', o.due_amount, internal.now());
      end if;
    when move_order.status = 'failed_delivery' then
      update app.parcels p set status = 'delivery_failed' where p.store_id = o.store_id and p.order_id = o.id and p.status in ('booked', 'picked_up');
    when move_order.status = 'delivered' then
      update app.parcels p set status = 'delivered', delivered_at = internal.now()
        where p.store_id = o.store_id and p.order_id = o.id and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
      perform internal.sell_order_items(o.id, v_item_ids, case when kept is null then v_outstanding else v_kept end);
    else
      -- Only the word changes. An order that comes back undelivered keeps its stock reserved until the parcel is received.
  end case;

  o := internal.settle_order(o.id, move_order.status);
  perform internal.add_to_timeline(o.company_id, o.store_id, o.id, 'status_changed', v_from, o.status, note, detail);
  return o;
end
$$;
comment on function internal.move_order(uuid, text, text, jsonb, jsonb) is 'Takes an order, its new status, a note and detail for the timeline and, when delivered in part, the lines the customer kept; makes the move with its effects; gives the order. Raises HT102 (from spam). decisions: 3';
