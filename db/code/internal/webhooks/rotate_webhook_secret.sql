-- Gives a webhook endpoint a new signing secret; for 24 hours the one before signs beside it.
-- Takes: the locked endpoint, and the secret, encrypted for it, from the server (null: it is made here, in clear).
-- Gives: the endpoint as it is now.
-- see: guides/webhooks#verify-the-signature
create or replace function internal.rotate_webhook_secret(endpoint app.webhook_endpoints, encrypted_secret text)
  returns app.webhook_endpoints
language plpgsql volatile
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints;
begin
  update app.webhook_endpoints t set
      secret = coalesce(encrypted_secret, internal.new_webhook_secret()),
      previous_secret = endpoint.secret,
      previous_secret_expires_at = internal.now() + interval '24 hours',
      updated_at = greatest(internal.now(), t.updated_at + interval '1 millisecond')
    where t.id = endpoint.id
    returning * into v_endpoint;
  return v_endpoint;
end
$$;
