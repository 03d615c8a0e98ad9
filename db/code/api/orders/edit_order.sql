-- Edits an order that was not handed over yet (POST /orders/{id}/edit).
-- Takes: changes of its lines, what else is to change (null clears), why, and preview: then nothing is written.
-- Gives: the order with customer and items.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT103 (status); HT101 (parcel, references); HT008 (changes, customer,
-- coupon); HT102 (stock).
create or replace function api.edit_order(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order_id constant uuid := internal.find_for_write('order', input);
begin
  if (input ->> 'preview')::boolean then
    return internal.preview_order_edit(v_order_id, input);
  end if;
  perform internal.edit_order(v_order_id, input);
  return (select d.document from internal.order_documents(array[v_order_id], true, true) d);
end
$$;
grant execute on function api.edit_order(jsonb) to haat_api;
