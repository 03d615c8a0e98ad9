-- Takes back that a return was received, stated by mistake: it is requested again and its goods are with the customer,
-- while they are still in stock and were not refunded since. Needs inventory.manage.
-- Raises: HT014 (permission), HT100 (return_id), HT008, HT101 (the return was not received; refunded; sold),
-- HT103 (status of the order), HT102.
--
-- Damaged goods enter the stock again before all leave it: the ledger books the receipt with the opposite sign.
create or replace function staff.undo_return_receipt(return_id uuid, reason text) returns app.returns
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_reason constant text := nullif(btrim(undo_return_receipt.reason), '');
  v_return app.returns;
  v_before app.orders;
  v_item_ids uuid[];
  v_quantities integer[];
  v_damaged integer[];
begin
  perform internal.require_permission('inventory.manage');
  v_return := internal.lock_return(undo_return_receipt.return_id);
  select * into v_before from app.orders o where o.id = v_return.order_id;
  select array_agg(e.order_item_id), array_agg(e.sellable_quantity + e.damaged_quantity), array_agg(e.damaged_quantity)
    into v_item_ids, v_quantities, v_damaged
    from app.return_lines e where e.return_id = v_return.id and e.sellable_quantity + e.damaged_quantity > 0;
  perform internal.lock_stock(v_before.location_id,
    array(select i.variant_id from app.order_items i where i.order_id = v_before.id));
  perform internal.refuse_return_undo(v_return, v_before);
  perform internal.post_order_stock(v_return.order_id, 'damage', v_item_ids, v_damaged, 1, 0, 'return',
    v_return.id, v_return.number);
  perform internal.post_order_stock(v_return.order_id, 'return_receipt', v_item_ids, v_quantities, -1, 0, 'return',
    v_return.id, v_return.number);
  update app.return_lines e set sellable_quantity = 0, damaged_quantity = 0 where e.return_id = v_return.id;
  update app.order_items i set returned_quantity = i.returned_quantity - u.quantity,
    damaged_quantity = i.damaged_quantity - u.damaged
    from unnest(v_item_ids, v_quantities, v_damaged) as u (id, quantity, damaged)
    where i.order_id = v_return.order_id and i.id = u.id;
  update app.returns t set status = 'requested', received_at = null where t.id = v_return.id
    returning * into v_return;
  perform internal.add_to_timeline(v_return.company_id, v_return.store_id, v_return.order_id,
    'return_receipt_undone', null, null, v_reason,
    jsonb_build_object('return_id', v_return.id, 'number', v_return.number));
  if (select s.stock = 'returning' from app.order_statuses s where s.status = v_before.status) then
    perform internal.transition_order(v_return.order_id, 'delivered', v_reason,
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
grant execute on function staff.undo_return_receipt(uuid, text) to haat_staff;
