-- Locks a payment's order, then the payment, and gives the payment as it is under the lock.
-- Raises: HT100 when there is none inside the fence.
create or replace function internal.lock_payment(payment_id uuid) returns app.payments
language plpgsql volatile
set search_path = ''
as $$
declare
  v_payment app.payments;
begin
  select * into v_payment from app.payments t where t.id = lock_payment.payment_id;
  if v_payment.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "payment"}');
  end if;
  perform internal.lock_order(v_payment.order_id);
  select * into v_payment from app.payments t where t.id = lock_payment.payment_id for update;
  return v_payment;
end
$$;
