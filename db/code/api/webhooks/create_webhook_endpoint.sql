-- Adds a webhook endpoint that belongs to the calling key's rotation chain (POST /webhook-endpoints).
-- Takes: {url, event_types?, description?, store_id?}; the server adds endpoint_id and encrypted_secret.
-- Gives: the endpoint with its signing secret, as it is stored; the server decrypts it. A replay shows no secret
-- (gate.remember).
-- Raises: HT008, HT100 (store_id); HT008 (url, event_types); HT004 (the scope of an event type); HT101
-- (the store has as many endpoints of keys as it may).
create or replace function api.create_webhook_endpoint(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_endpoint constant app.webhook_endpoints := internal.create_webhook_endpoint(v_store_id, input ->> 'url',
    coalesce(internal.given_event_types(input), '{*}'), input ->> 'description',
    internal.context_setting('haat.lineage_id')::uuid, (input ->> 'endpoint_id')::uuid, input ->> 'encrypted_secret');
begin
  return internal.endpoint_with_secret(v_endpoint);
end
$$;
grant execute on function api.create_webhook_endpoint(jsonb) to haat_api;
