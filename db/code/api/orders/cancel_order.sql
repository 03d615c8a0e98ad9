-- Cancels an order (POST /orders/{id}/cancel).
-- Takes: a reason, and a note for the timeline.
-- Gives: the order with customer and items.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (not allowed in this status); HT103 (a parcel is under way).
create or replace function api.cancel_order(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order_id constant uuid := internal.find_for_write('order', input);
begin
  perform internal.change_order_status(v_order_id, 'cancelled', input ->> 'note', input ->> 'reason');
  return (select d.document from internal.order_documents(array[v_order_id], true, true) d);
end
$$;
grant execute on function api.cancel_order(jsonb) to haat_api;
