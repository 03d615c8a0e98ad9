-- Locks an order that is to be ordered again.
-- Raises: HT100; HT103 (status), HT101 (ordered again already).
-- see: guides/orders#order-again
create or replace function internal.lock_for_reorder(order_id uuid) returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  v_order constant app.orders := internal.lock_order(order_id);
begin
  perform internal.refuse_reorder(v_order);
  return v_order;
end
$$;
