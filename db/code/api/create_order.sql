create or replace function api.create_order(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_order_id uuid;
  v_document json;
begin
  v_order_id := internal.place_order(internal.current_company_id(), v_store_id, 'api', input);
  select d.document into v_document from internal.order_documents(array[v_order_id], true, true) d;
  perform internal.emit_event(v_store_id, 'order.created', v_order_id, v_document);
  perform internal.publish_payment(p.id, 'payment.recorded') from app.payments p where p.store_id = v_store_id and p.order_id = v_order_id;
  return v_document;
end
$$;
comment on function api.create_order(jsonb) is 'POST /orders: takes the order to place; gives it with customer and items. Raises what internal.place_order raises, HT008 and HT100 for store_id. spec: POST /orders';
grant execute on function api.create_order(jsonb) to haat_api;
