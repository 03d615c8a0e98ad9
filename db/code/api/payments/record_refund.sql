-- Records money given back to a customer (POST /orders/{id}/refunds).
-- Takes: amount, payment_id, payment_method_id, transaction_id, note.
-- Gives: the settled refund.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (payment_id, payment_method_id); HT008 (amount); HT104
-- (transaction_id is required).
create or replace function api.record_refund(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_refund app.payments;
begin
  v_refund := internal.record_refund(
    internal.find_for_write('order', input),
    (input ->> 'amount')::numeric,
    (input ->> 'payment_method_id')::uuid,
    input ->> 'transaction_id',
    input ->> 'note',
    (input ->> 'payment_id')::uuid,
    'api');
  return (select d.document from internal.payment_documents(array[v_refund.id]) d);
end
$$;
grant execute on function api.record_refund(jsonb) to haat_api;
