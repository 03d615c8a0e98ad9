-- Gives a page of the calls about an order (GET /orders/{id}/calls).
-- Raises: HT100 (store_id, id, cursor).
create or replace function api.list_order_calls(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id uuid := internal.find_store_for_reading(input);
  v_page record;
begin
  select o.store_id into v_store_id
    from app.orders o
    where o.id = (input ->> 'id')::uuid and (v_store_id is null or o.store_id = v_store_id);
  if not found then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "order"}');
  end if;
  v_page := internal.list_page('order_calls', input || jsonb_build_object('store_id', v_store_id));
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.call_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_order_calls(jsonb) to haat_api;
