-- Records a payment of an order (POST /orders/{id}/payments).
-- Takes: payment_method_id, amount (two decimals, the store's currency), transaction_id, note, received_at.
-- Gives: the settled payment.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT008 (amount, received_at); HT101 (payment_method_id, transaction_id,
-- a parcel that collects cash); HT104 (transaction_id is required).
create or replace function api.record_order_payment(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before constant app.orders := internal.lock_order(internal.find_for_write('order', input));
  v_payment_id uuid;
  v_document json;
begin
  v_payment_id := internal.record_payment(
    v_before.id,
    (input ->> 'payment_method_id')::uuid,
    (input ->> 'amount')::numeric,
    input ->> 'transaction_id',
    input ->> 'note',
    (input ->> 'received_at')::timestamptz,
    'api');
  v_document := internal.publish_payment(v_payment_id, 'payment.recorded');
  perform internal.publish_order(v_before);
  return v_document;
end
$$;
grant execute on function api.record_order_payment(jsonb) to haat_api;
