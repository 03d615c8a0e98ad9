-- Refuses to order again what was not called off, what went into another order, or what was ordered again already by
-- an order that still stands.
-- Takes: the order (locked, where the answer decides something).
-- Raises: HT103 (status), HT101 (order_id).
-- see: guides/orders#order-again
create or replace function internal.refuse_reorder(order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_number text;
begin
  perform internal.require_order_status(order_before,
    array(select s.status from app.order_statuses s where s.stock = 'none'), 'orderStateNow.reorder');
  select o.number into v_number from app.orders o where o.id = order_before.merged_into_id;
  if v_number is not null then
    perform internal.field_error('HT101', 'order_id', 'mergedInto', jsonb_build_object('order', v_number));
  end if;
  select o.number into v_number
    from app.orders o join app.order_statuses s on s.status = o.status
    where o.id = order_before.reordered_as_id and s.stock <> 'none';
  if v_number is not null then
    perform internal.field_error('HT101', 'order_id', 'reordered', jsonb_build_object('order', v_number));
  end if;
end
$$;
