-- Does to an order's stock what follows from its new status: reserves it, releases it or books the sale.
-- Takes: the locked order, the state of its stock before and after (app.order_statuses.stock) and, for a delivery in
-- part, the lines that the customer kept [{order_item_id, quantity}] (null: all of them).
-- Raises: HT008 (kept), HT102.
-- see: guides/orders#where-the-goods-are
--
-- The case has no else: a change of state that it does not know raises.
create or replace function internal.transition_stock(order_id uuid, from_stock text, to_stock text, kept jsonb)
  returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_item_ids uuid[];
  v_outstanding integer[];
  v_delivered integer[];
  v_kept integer[];
begin
  select
      array_agg(i.id),
      array_agg(i.quantity - i.delivered_quantity - i.released_quantity),
      array_agg(i.delivered_quantity),
      array_agg(coalesce(k.quantity, 0))
    into v_item_ids, v_outstanding, v_delivered, v_kept
    from app.order_items i
    left join internal.read_order_lines(transition_stock.order_id, kept, 'kept') k on k.order_item_id = i.id
    where i.order_id = transition_stock.order_id;
  case
    when to_stock = from_stock then
      null;
    when from_stock = 'reserved' and to_stock = 'none' then
      perform internal.release_order_items(transition_stock.order_id, v_item_ids, v_outstanding);
    when from_stock = 'returning' and to_stock = 'reserved' and not exists (
      select from app.order_items i where i.order_id = transition_stock.order_id and i.released_quantity > 0)
    then
      -- Nothing was received: the goods are on the road again, reserved as they were.
      null;
    when from_stock in ('none', 'returning') and to_stock = 'reserved' then
      update app.order_items i set released_quantity = 0 where i.order_id = transition_stock.order_id;
      perform internal.reserve_stock(o) from app.orders o where o.id = transition_stock.order_id;
    when from_stock = 'sold' and to_stock = 'reserved' then
      -- A delivery that was stated by mistake is taken back.
      perform internal.unsell_order_items(transition_stock.order_id, v_item_ids, v_delivered);
    when from_stock = 'reserved' and to_stock = 'sold' then
      perform internal.sell_order_items(transition_stock.order_id, v_item_ids,
        case when kept is null then v_outstanding else v_kept end);
    when from_stock = 'returning' and to_stock = 'sold' then
      -- The return of the last goods was taken back, and booked as such.
      null;
    when from_stock in ('reserved', 'sold') and to_stock = 'returning' then
      -- What comes back undelivered stays reserved until the parcel is received. What a customer gave back was booked
      -- when it was received.
      null;
  end case;
end
$$;
