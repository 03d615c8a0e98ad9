-- Gives one order with customer and items (GET /orders/{id}).
-- Raises: HT100 (store_id, id).
create or replace function api.get_order(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_document json;
begin
  select d.document into v_document
    from app.orders o cross join internal.order_documents(array[o.id], true, true) d
    where o.id = (input ->> 'id')::uuid and (v_store_id is null or o.store_id = v_store_id);
  if v_document is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "order"}');
  end if;
  return v_document;
end
$$;
grant execute on function api.get_order(jsonb) to haat_api;
