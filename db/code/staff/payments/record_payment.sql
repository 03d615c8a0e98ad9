-- Records money received for an order, at most what is due. Refused while a courier is to collect cash for it.
-- Needs payments.manage.
-- Raises: HT014 (permission), HT100 (order_id), HT008 (amount), HT101 (payment method, a repeated transaction
-- id, a parcel that collects cash), HT104 (transaction id is required), HT101 (the same a moment ago).
create or replace function staff.record_payment(order_id uuid, payment_method_id uuid, amount numeric,
  transaction_id text default null, note text default null, received_at timestamptz default null) returns app.payments
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.orders;
  v_payment app.payments;
  v_paid numeric;
  v_id uuid;
begin
  perform internal.require_permission('payments.manage');
  -- A transaction id is taken once anyway.
  if nullif(btrim(record_payment.transaction_id), '') is null then
    perform internal.refuse_duplicate('record_payment',
      jsonb_build_array(order_id, payment_method_id, amount, transaction_id, note, received_at));
  end if;
  v_before := internal.lock_order(record_payment.order_id);
  v_id := internal.record_payment(v_before.id, record_payment.payment_method_id, record_payment.amount,
    record_payment.transaction_id, record_payment.note, record_payment.received_at, 'staff');
  select * into v_payment from app.payments t where t.id = v_id;
  perform internal.publish_payment(v_payment.id, 'payment.recorded');
  perform internal.publish_order(v_before);
  select t.paid_amount into v_paid from app.orders t where t.id = v_before.id;
  perform internal.log_activity(v_before.store_id, 'payment.recorded', 'payment', v_payment.id,
    jsonb_build_object('paid_amount', v_before.paid_amount::text),
    jsonb_build_object('paid_amount', v_paid::text, 'amount', v_payment.amount::text, 'order', v_before.number,
      'transaction_id', v_payment.transaction_id));
  return v_payment;
end
$$;
grant execute on function staff.record_payment(uuid, uuid, numeric, text, text, timestamptz) to haat_staff;
