-- Voids a payment or refund that this key recorded today by mistake (POST /payments/{id}/void).
-- Takes: reason.
-- Gives: the voided payment.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (recorded by another, before today, voided already, refunded).
create or replace function api.void_payment(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_payment app.payments := internal.lock_payment(internal.find_for_write('payment', input));
begin
  perform internal.refuse_void_by_key(v_payment);
  v_payment := internal.void_payment(v_payment.id, input ->> 'reason');
  return (select d.document from internal.payment_documents(array[v_payment.id]) d);
end
$$;
grant execute on function api.void_payment(jsonb) to haat_api;
