-- Records the payment that came with a new order; nothing when there is none.
-- Takes: the order and {payment_method_id, amount, transaction_id?}, or null.
-- Raises: HT101, HT104, HT008, naming fields of payment.
create or replace function internal.record_first_payment(new_order app.orders, payment jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(payment) = 'object' then
    perform internal.record_payment(
      new_order.id,
      (payment ->> 'payment_method_id')::uuid,
      (payment ->> 'amount')::numeric,
      payment ->> 'transaction_id',
      null,
      null,
      case new_order.source when 'staff' then 'staff' else 'api' end,
      null,
      'payment.');
  end if;
end
$$;
