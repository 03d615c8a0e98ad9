-- Locks an order and gives it as it is under the lock. An order is locked before everything that belongs to it.
-- Raises: HT100 when there is none inside the fence.
create or replace function internal.lock_order(order_id uuid) returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  v_order app.orders;
begin
  select * into v_order from app.orders o where o.id = lock_order.order_id for update;
  if v_order.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "order"}');
  end if;
  return v_order;
end
$$;
