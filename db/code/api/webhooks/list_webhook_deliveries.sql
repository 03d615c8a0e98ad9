-- Gives a page of what was sent, or is to be sent, to a webhook endpoint of the calling key's rotation chain
-- (GET /webhook-endpoints/{id}/deliveries).
-- Raises: HT100 (store_id, id, cursor).
create or replace function api.list_webhook_deliveries(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_endpoint_id constant uuid := internal.find_own_endpoint(input);
  v_store_id constant uuid := (select e.store_id from app.webhook_endpoints e where e.id = v_endpoint_id);
  v_page constant record := internal.page_ids('app.webhook_deliveries',
    input || jsonb_build_object('store_id', v_store_id),
    internal.list_filters('webhook_deliveries', input) || ' and t.endpoint_id = ($1 ->> ''id'')::uuid');
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.webhook_delivery_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_webhook_deliveries(jsonb) to haat_api;
