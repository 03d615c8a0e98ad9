-- Records a call to the customer of an order (POST /orders/{id}/calls).
-- Takes: outcome, note, next_call_at.
-- Gives: the call.
-- Raises: HT008, HT100 (store_id); HT100 (id).
create or replace function api.record_call(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order constant app.orders := internal.lock_order(internal.find_for_write('order', input));
  v_call constant app.order_calls := internal.record_call(v_order, input ->> 'outcome', input ->> 'note',
    (input ->> 'next_call_at')::timestamptz);
begin
  return (select d.document from internal.call_documents(array[v_call.id]) d);
end
$$;
grant execute on function api.record_call(jsonb) to haat_api;
