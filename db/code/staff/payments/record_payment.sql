-- Records money received for an order, at most what is due. Refused while a courier is to collect cash for it.
-- Needs payments.manage.
-- Takes: order_id, and what POST /orders/{id}/payments takes.
-- Raises: HT014 (permission), HT100 (order_id), HT008 (amount), HT101 (payment method, a repeated transaction
-- id, a parcel that collects cash), HT104 (transaction id is required), HT101 (the same a moment ago).
create or replace function staff.record_payment(body jsonb) returns app.payments
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.orders;
  v_payment app.payments;
  v_id uuid;
begin
  perform internal.require_permission('payments.manage');
  -- A transaction id is taken once anyway.
  if nullif(btrim(body ->> 'transaction_id'), '') is null then
    perform internal.refuse_duplicate('record_payment', body);
  end if;
  v_before := internal.lock_order((body ->> 'order_id')::uuid);
  v_id := internal.record_payment(v_before.id, (body ->> 'payment_method_id')::uuid,
    (body ->> 'amount')::numeric, body ->> 'transaction_id', body ->> 'note', (body ->> 'received_at')::timestamptz,
    'staff');
  select * into v_payment from app.payments t where t.id = v_id;
  perform internal.publish_payment(v_payment.id, 'payment.recorded');
  perform internal.publish_order(v_before);
  return v_payment;
end
$$;
grant execute on function staff.record_payment(jsonb) to haat_staff;
