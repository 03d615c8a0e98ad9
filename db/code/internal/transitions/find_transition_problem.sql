-- Says why a mutation would be refused for what an order is now, or null when it would not.
-- Takes: the order, the permission that the mutation needs, the mutation as staff.* names it, the status that is asked
-- for, the latest parcel, and the return.
-- Gives: the message of the refusal and what it means (internal.meaning).
--
-- It asks the very functions by which the mutations refuse, and catches what they say. The case has no else: a
-- mutation that it does not know raises.
create or replace function internal.find_transition_problem(checked app.orders, permission text, mutation text,
  to_status text, parcel app.parcels, asked_return app.returns, out reason text, out meaning jsonb)
language plpgsql stable
set search_path = ''
as $$
declare
  v_detail text;
begin
  perform internal.require_permission(permission);
  case mutation
    when 'change_order_status' then
      perform internal.refuse_status(checked, to_status);
    when 'edit_order' then
      perform internal.refuse_edit(checked);
    when 'reorder_order' then
      perform internal.refuse_reorder(checked);
    when 'book_parcel' then
      perform internal.refuse_booking(checked);
    when 'record_parcel_pickup' then
      perform internal.refuse_pickup(parcel, checked);
    when 'record_parcel_delivered' then
      perform internal.refuse_delivery(parcel, checked, true);
    when 'record_partial_delivery' then
      perform internal.refuse_partial_delivery(parcel, checked);
    when 'record_delivery_failure' then
      perform internal.refuse_delivery_failure(parcel, checked);
    when 'request_parcel_return' then
      perform internal.refuse_return_request(parcel);
    when 'cancel_parcel' then
      perform internal.refuse_parcel_cancel(parcel, checked);
    when 'receive_parcel' then
      perform internal.refuse_parcel_receipt(parcel, checked);
    when 'record_parcel_payout' then
      perform internal.refuse_payout(parcel);
    when 'undo_parcel_step' then
      perform internal.refuse_undo(parcel, checked);
    when 'restate_collected' then
      perform internal.refuse_restatement(parcel);
    when 'write_off_parcel_cash' then
      perform internal.refuse_write_off(parcel);
    when 'send_again' then
      perform internal.refuse_sending_again(checked);
      perform internal.refuse_short_stock(checked);
    when 'create_return' then
      perform internal.refuse_return(checked);
      if not exists (select from app.order_items i
        where i.store_id = checked.store_id and i.order_id = checked.id and internal.returnable_quantity(i) > 0) then
        perform internal.field_error('HT101', 'order_id', 'nothingToReturn');
      end if;
    when 'receive_return' then
      perform internal.refuse_return_end(asked_return, 'received');
    when 'cancel_return' then
      perform internal.refuse_return_end(asked_return, 'cancelled');
    when 'undo_return_receipt' then
      perform internal.refuse_return_undo(asked_return, checked);
    when 'record_payment' then
      perform internal.refuse_payment(checked, 0.01);
    when 'record_refund' then
      perform internal.refuse_refund(0.01, internal.refundable_amount(checked));
  end case;
exception when others then
  -- Only refusals are answers.
  if sqlstate not like 'HT%' then
    raise;
  end if;
  get stacked diagnostics reason = message_text, v_detail = pg_exception_detail;
  select t.reason, t.meaning into reason, meaning from internal.tell_of_record(reason, v_detail) t;
end
$$;
