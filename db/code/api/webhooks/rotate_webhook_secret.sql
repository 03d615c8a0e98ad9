-- Gives a webhook endpoint of the calling key's rotation chain a new signing secret
-- (POST /webhook-endpoints/{id}/rotate-secret). For 24 hours the one before signs too.
-- Takes: {id, store_id?}; the server adds encrypted_secret.
-- Gives: the endpoint with its secret, as api.create_webhook_endpoint does.
-- Raises: HT008, HT100 (store_id); HT100 (id).
create or replace function api.rotate_webhook_secret(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_endpoint constant app.webhook_endpoints :=
    internal.rotate_webhook_secret(internal.lock_own_endpoint(input), input ->> 'encrypted_secret');
begin
  return internal.endpoint_with_secret(v_endpoint);
end
$$;
grant execute on function api.rotate_webhook_secret(jsonb) to haat_api;
