-- Creates a return: a customer wants to give back goods of a delivered order. lines is [{order_item_id, quantity}].
-- Stock and money do not change until the return is received.
-- Raises: HT100, HT103, HT008.
create or replace function internal.create_return(order_id uuid, lines jsonb, reason text default null)
  returns app.returns
language plpgsql volatile
set search_path = ''
as $$
declare
  v_order app.orders;
  v_return app.returns;
begin
  v_order := internal.lock_order(order_id);
  perform internal.refuse_return(v_order);
  if exists (
    select from internal.read_order_lines(v_order.id, lines, 'lines') l
    join app.order_items i on i.id = l.order_item_id
    where l.quantity > internal.returnable_quantity(i)
  ) then
    perform internal.field_error('HT008', 'lines', 'returnTooMuch');
  end if;
  insert into app.returns (company_id, store_id, order_id, number, status, reason)
  values (v_order.company_id, v_order.store_id, v_order.id,
    replace(v_order.number, 'ORD-', 'RET-') || '-' || (select count(*) + 1
      from app.returns t where t.store_id = v_order.store_id and t.order_id = v_order.id),
    'requested', create_return.reason)
  returning * into v_return;
  insert into app.return_lines (return_id, company_id, store_id, order_item_id, quantity)
  select v_return.id, v_return.company_id, v_return.store_id, l.order_item_id, l.quantity
    from internal.read_order_lines(v_order.id, lines, 'lines') l;
  if not found then
    perform internal.field_error('HT008', 'lines', 'required');
  end if;
  perform internal.add_to_timeline(v_order.company_id, v_order.store_id, v_order.id,
    'return_created', null, null, create_return.reason,
    jsonb_build_object('return_id', v_return.id, 'number', v_return.number, 'lines', lines));
  perform internal.publish_return(v_return, 'return.created');
  return v_return;
end
$$;
