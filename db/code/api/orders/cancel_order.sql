-- POST /orders/{id}/cancel.
-- Takes: a reason and a note for the timeline.
-- Gives: the order with customer and items.
-- Raises: HT008 and HT100 for store_id, HT100, HT101, HT103.
-- decisions: 3
create or replace function api.cancel_order(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order_id constant uuid := internal.find_order_for_write(input);
begin
  perform internal.cancel_order(v_order_id, input ->> 'reason', input ->> 'note');
  return (select d.document from internal.order_documents(array[v_order_id], true, true) d);
end
$$;
grant execute on function api.cancel_order(jsonb) to haat_api;
