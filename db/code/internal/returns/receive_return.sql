-- Receives the goods of a return. lines is [{order_item_id, quantity, condition: sellable | damaged}]. Without lines,
-- all goods of the return came back sellable. An order that came back whole becomes returned.
-- Raises: HT100 (return_id), HT101 (the return is over), HT103 (status of the order), HT008
-- (lines).
--
-- All goods enter the stock (return_receipt); damaged ones leave it again (damage). Money does not change until a
-- refund is recorded. Goods of the return that did not come stay with the customer.
create or replace function internal.receive_return(return_id uuid, lines jsonb default null) returns app.returns
language plpgsql volatile
set search_path = ''
as $$
declare
  v_return app.returns;
  v_before app.orders;
  v_item_ids uuid[];
  v_quantities integer[];
  v_damaged integer[];
begin
  v_return := internal.lock_return(receive_return.return_id);
  select * into v_before from app.orders o where o.id = v_return.order_id;
  perform internal.refuse_return_end(v_return, 'received');
  if exists (
    select from internal.read_order_lines(v_return.order_id, lines, 'lines') l
    left join app.return_lines e on e.return_id = v_return.id and e.order_item_id = l.order_item_id
    where l.quantity > coalesce(e.quantity, 0)
  ) then
    perform internal.field_error('HT008', 'lines', 'returnTooMuch.return');
  end if;
  select array_agg(e.order_item_id), array_agg(case when lines is null then e.quantity else l.quantity end),
    array_agg(coalesce(l.damaged_quantity, 0))
    into v_item_ids, v_quantities, v_damaged
    from app.return_lines e
    left join internal.read_order_lines(v_return.order_id, lines, 'lines') l on l.order_item_id = e.order_item_id
    where e.return_id = v_return.id and (lines is null or l.quantity > 0);
  if v_item_ids is null then
    perform internal.field_error('HT008', 'lines', 'required.oneUnit');
  end if;

  perform internal.post_order_stock(v_return.order_id, 'return_receipt', v_item_ids, v_quantities, 1, 0, 'return',
    v_return.id, v_return.number);
  perform internal.post_order_stock(v_return.order_id, 'damage', v_item_ids, v_damaged, -1, 0, 'return',
    v_return.id, v_return.number);
  update app.return_lines e set sellable_quantity = u.quantity - u.damaged, damaged_quantity = u.damaged
    from unnest(v_item_ids, v_quantities, v_damaged) as u (id, quantity, damaged)
    where e.return_id = v_return.id and e.order_item_id = u.id;
  update app.order_items i set returned_quantity = i.returned_quantity + u.quantity,
    damaged_quantity = i.damaged_quantity + u.damaged
    from unnest(v_item_ids, v_quantities, v_damaged) as u (id, quantity, damaged)
    where i.order_id = v_return.order_id and i.id = u.id;
  update app.returns t set status = 'received', received_at = internal.now() where t.id = v_return.id
    returning * into v_return;
  perform internal.add_to_timeline(v_return.company_id, v_return.store_id, v_return.order_id,
    'return_received', null, null, null,
    jsonb_strip_nulls(jsonb_build_object('return_id', v_return.id, 'number', v_return.number, 'lines', lines)));
  if (select s.stock = 'sold' from app.order_statuses s where s.status = v_before.status)
    and internal.is_fully_returned(v_return.order_id) then
    perform internal.transition_order(v_return.order_id, 'returned', null,
      jsonb_build_object('return_id', v_return.id, 'number', v_return.number), only_by => 'return');
  else
    perform internal.recompute_order(v_return.order_id);
  end if;
  perform internal.publish_levels(v_return.order_id, v_item_ids);
  perform internal.publish_order(v_before);
  perform internal.publish_return(v_return, 'return.updated');
  return v_return;
end
$$;
