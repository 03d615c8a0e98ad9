-- Sends a service.ping to a webhook endpoint of the calling key's rotation chain (POST /webhook-endpoints/{id}/test).
-- Gives: its delivery.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (the endpoint is disabled).
create or replace function api.send_webhook_ping(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_delivery constant app.webhook_deliveries := internal.send_webhook_ping(internal.lock_own_endpoint(input));
begin
  return (select d.document from internal.webhook_delivery_documents(array[v_delivery.id]) d);
end
$$;
grant execute on function api.send_webhook_ping(jsonb) to haat_api;
