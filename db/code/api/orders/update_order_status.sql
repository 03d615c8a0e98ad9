-- Moves an order to another status (PATCH /orders/{id}/status).
-- Takes: the status, and a reason and a note for the timeline.
-- Gives: the order with customer and items.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT008 (status); HT101 (not allowed from this status); HT103 (a parcel
-- is in the way); HT102 (stock).
create or replace function api.update_order_status(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order_id constant uuid := internal.find_for_write('order', input);
begin
  perform internal.change_order_status(v_order_id, input ->> 'status', input ->> 'note', input ->> 'reason');
  return (select d.document from internal.order_documents(array[v_order_id], true, true) d);
end
$$;
grant execute on function api.update_order_status(jsonb) to haat_api;
