-- Adds a receiver of a store's events: its URL, the event types it wants ({*}: all, later ones too) and a
-- description.
-- Gives its signing secret, this once.
-- Needs developer.manage.
-- Raises: HT008 (url, event_types, description), HT014 (permission), HT100 (store_id).
--
-- The staff server makes the secret and encrypts it for the endpoint that it names
-- (server/staff/secrets/webhook-secrets.ts): the key, and what it encrypts, never come into the database. The answer
-- then has the encrypted text, which the server decrypts. Without encrypted_secret (no keys, or a server of the
-- release before) it is made here, in clear.
create or replace function staff.create_webhook_endpoint(
  store_id uuid, url text, event_types text[] default '{*}', description text default null,
  endpoint_id uuid default null, encrypted_secret text default null
) returns staff.webhook_secret
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('developer.manage');
  perform internal.require_store(create_webhook_endpoint.store_id);
  return internal.show_webhook_secret(internal.create_webhook_endpoint(store_id, url, event_types, description, null,
    endpoint_id, encrypted_secret));
end
$$;
grant execute on function staff.create_webhook_endpoint(uuid, text, text[], text, uuid, text) to haat_staff;
