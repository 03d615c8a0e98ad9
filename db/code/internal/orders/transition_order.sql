-- Changes an order's status, with all that follows from it: coupon, parcels, stock, money, timeline.
-- Takes: an order, its new status, a note and detail for the timeline; for a delivery in part the lines that the
-- customer kept; and the work that makes the transition (parcel, return; null: the status was asked for).
-- Gives: the order.
-- Raises: HT103; HT101 (coupon) and HT102 from spam.
-- see: guides/orders
--
-- The one place where a status changes. What follows from it is read from app.order_statuses, so that a new status
-- needs rows and no code. The caller sends the event (internal.publish_order).
create or replace function internal.transition_order(
  order_id uuid,
  status text,
  note text default null,
  detail jsonb default null,
  kept jsonb default null,
  only_by text default null)
  returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  v_order app.orders;
  v_from app.order_statuses;
  v_to app.order_statuses;
begin
  select * into v_order from app.orders o where o.id = transition_order.order_id for update;
  select * into v_from from app.order_statuses s where s.status = v_order.status;
  select * into v_to from app.order_statuses s where s.status = transition_order.status;
  perform internal.require_transition(v_from.status, transition_order.status, transition_order.only_by);
  if v_to.stock = 'none' and v_from.stock <> 'none' then
    perform internal.give_back_coupon(v_order.id);
  elsif v_from.stock = 'none' and v_to.stock <> 'none' then
    perform internal.take_coupon_again(v_order);
  end if;
  perform internal.transition_parcels(v_order, v_to.parcel);
  perform internal.transition_stock(v_order.id, v_from.stock, v_to.stock, kept);
  v_order := internal.recompute_order(v_order.id, v_to.status);
  perform internal.add_to_timeline(v_order.company_id, v_order.store_id, v_order.id,
    'status_changed', v_from.status, v_order.status, note, detail);
  return v_order;
end
$$;
