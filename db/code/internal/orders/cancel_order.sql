-- Cancels an order: releases its stock, gives its coupon use back, sends order.cancelled.
-- Takes: an order, why it is cancelled and a note.
-- Gives: the order.
-- Raises: HT100, HT101, HT103.
-- spec: POST /orders/{id}/cancel
create or replace function internal.cancel_order(order_id uuid, reason text default null, note text default null)
  returns app.orders
language plpgsql volatile
set search_path = ''
as $$
begin
  return internal.change_order_status(order_id, 'cancelled', note,
    case when reason is not null then jsonb_build_object('reason', reason) end);
end
$$;
