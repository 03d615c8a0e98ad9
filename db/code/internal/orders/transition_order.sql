-- Takes: an order, its new status, a note and detail for the timeline, when delivered in part the lines the customer
-- kept, and the kind of work that makes the move (parcel, return; null: somebody asked for the status).
-- Makes the move with its effects.
-- Gives: the order.
-- Raises: HT103, HT102 (from spam).
-- decisions: 3
--
-- The one place where an order's status changes, and all that follows from it: coupon, parcel, stock, money, timeline.
-- What follows is read from app.order_statuses, so that a new status needs rows and no code. Each case is without an
-- else: what has no branch here raises, and is not passed over. The caller tells the move (internal.publish_order).
create or replace function internal.transition_order(order_id uuid, status text, note text default null, detail jsonb default null, kept jsonb default null, only_by text default null) returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
  v_from app.order_statuses;
  v_to app.order_statuses;
  v_item_ids uuid[];
  v_outstanding integer[];
  v_kept integer[];
  v_parcel_id uuid;
begin
  select * into o from app.orders t where t.id = transition_order.order_id for update;
  select * into v_from from app.order_statuses s where s.status = o.status;
  select * into v_to from app.order_statuses s where s.status = transition_order.status;
  if not exists (select from app.order_transitions m where m.from_status = v_from.status and m.to_status = v_to.status
      and (m.only_by is null or m.only_by = transition_order.only_by)) then
    perform internal.fail('HT103', format('An order that is %s cannot become %s.', v_from.status, transition_order.status),
      jsonb_build_object('status', jsonb_build_array(coalesce(
        (select 'may become ' || string_agg(m.to_status, ', ' order by m.to_status)
         from app.order_transitions m where m.from_status = v_from.status and m.only_by is null),
        format('%s is final', v_from.status)))));
  end if;
  select array_agg(i.id), array_agg(i.quantity - i.delivered_quantity - i.released_quantity), array_agg(coalesce(k.quantity, 0))
    into v_item_ids, v_outstanding, v_kept
    from app.order_items i
    left join internal.read_order_lines(o.id, kept, 'kept') k on k.order_item_id = i.id
    where i.order_id = o.id;

  if v_to.is_cancelled and not v_from.is_cancelled then
    perform internal.give_back_coupon(o.id);
  end if;
  case v_to.parcel
    when 'kept' then
      null;
    when 'cancelled' then
      -- What is still open here was never a courier's: nobody else has to be asked.
      update app.parcels p set status = 'cancelled', cancelled_at = internal.now()
        where p.store_id = o.store_id and p.order_id = o.id and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
    when 'out' then
      update app.parcels p set status = case when p.picked_up_at is null then 'booked' else 'picked_up' end
        where p.store_id = o.store_id and p.order_id = o.id and p.status = 'delivery_failed';
      -- Every order on the road has a shipment, so that what comes back can be received: one sent off by hand is recorded.
      if not exists (select from app.parcels p where p.store_id = o.store_id and p.order_id = o.id and p.status in ('booked', 'picked_up', 'return_requested')) then
        insert into app.parcels (company_id, store_id, order_id, status, cod_amount, booked_at)
        values (o.company_id, o.store_id, o.id, 'booked', o.due_amount, internal.now())
        returning id into v_parcel_id;
        perform internal.add_to_timeline(o.company_id, o.store_id, o.id, 'parcel_booked', null, null, null,
          jsonb_build_object('parcel_id', v_parcel_id, 'cod_amount', o.due_amount::text));
      end if;
    when 'failed' then
      update app.parcels p set status = 'delivery_failed' where p.store_id = o.store_id and p.order_id = o.id and p.status in ('booked', 'picked_up');
    when 'delivered' then
      update app.parcels p set status = 'delivered', delivered_at = internal.now()
        where p.store_id = o.store_id and p.order_id = o.id and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
  end case;
  case
    when v_to.stock = v_from.stock then
      null;
    when v_from.stock = 'reserved' and v_to.stock = 'none' then
      perform internal.release_order_items(o.id, v_item_ids, v_outstanding);
    when v_from.stock = 'none' and v_to.stock = 'reserved' then
      update app.order_items i set released_quantity = 0 where i.order_id = o.id;
      perform internal.reserve_stock(o.id);
    when v_from.stock = 'reserved' and v_to.stock = 'sold' then
      perform internal.sell_order_items(o.id, v_item_ids, case when kept is null then v_outstanding else v_kept end);
    when v_from.stock in ('reserved', 'sold') and v_to.stock = 'returning' then
      -- An order that comes back undelivered keeps its stock reserved until the parcel is received; what a customer
      -- gave back was booked when it was received.
      null;
  end case;

  o := internal.recompute_order_money(o.id, v_to.status);
  perform internal.add_to_timeline(o.company_id, o.store_id, o.id, 'status_changed', v_from.status, o.status, note, detail);
  return o;
end
$$;
