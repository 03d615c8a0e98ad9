-- Refuses a return of an order that its customer does not have.
-- Takes: the order.
-- Raises: HT103 (status of the order).
create or replace function internal.refuse_return(order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.require_order_status(order_before,
    array(select s.status from app.order_statuses s where s.stock = 'sold'), 'returnNotDelivered');
end
$$;
