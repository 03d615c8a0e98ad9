-- Takes: an order.
-- Locks it, first of all rows in the lock order.
-- Gives: it.
-- Raises: HT100 outside the fence.
create or replace function internal.lock_order(order_id uuid) returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
begin
  select * into o from app.orders t where t.id = lock_order.order_id for update;
  if o.id is null then
    perform internal.fail('HT100', 'No such order.');
  end if;
  return o;
end
$$;
