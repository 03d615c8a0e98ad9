-- Records money given back to the customer: at most what was paid, also to the courier, and with payment_id at most
-- the rest of that payment. Without payment_method_id it goes back by the method of the payment.
-- Needs payments.manage.
-- Raises: HT014, HT100, HT101, HT008, HT104.
--
-- Refusals in order: permission, order (404), payment (409), method (409), amount (422), transaction id missing (400).
create or replace function staff.record_refund(order_id uuid, amount numeric, payment_method_id uuid default null,
  transaction_id text default null, note text default null, payment_id uuid default null) returns app.payments
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('payments.manage');
  -- A transaction id is taken once anyway.
  if nullif(btrim(record_refund.transaction_id), '') is null then
    perform internal.refuse_duplicate('record_refund',
      jsonb_build_array(order_id, amount, payment_method_id, transaction_id, note, payment_id));
  end if;
  return internal.record_refund(order_id, amount, payment_method_id, transaction_id, note, payment_id);
end
$$;
grant execute on function staff.record_refund(uuid, numeric, uuid, text, text, uuid) to haat_staff;
