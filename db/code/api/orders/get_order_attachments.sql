-- Gives the files of an order, oldest first (GET /orders/{id}/attachments).
-- Gives: {data, storage_keys}, a key for each, of which the server makes a signed address.
-- Raises: HT100 (store_id, id).
create or replace function api.get_order_attachments(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id uuid := internal.find_store_for_reading(input);
begin
  select o.store_id into v_store_id
    from app.orders o
    where o.id = (input ->> 'id')::uuid and (v_store_id is null or o.store_id = v_store_id);
  if not found then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "order"}');
  end if;
  return (
    select json_build_object(
      'data', coalesce(json_agg(d.document order by d.ordinal), '[]'),
      'storage_keys', coalesce(json_agg(d.storage_key order by d.ordinal), '[]'))
    from internal.attachment_documents(array(
      select a.id from app.attachments a
      where a.store_id = v_store_id and a.order_id = (input ->> 'id')::uuid
        and a.return_id is null and a.payment_id is null
      order by a.created_at, a.id)) d);
end
$$;
grant execute on function api.get_order_attachments(jsonb) to haat_api;
