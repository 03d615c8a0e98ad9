-- Adds a receiver of a store's events, for staff and for keys, pinned to the API version of now.
-- Takes: the store; the URL, the event types and a description; the chain of the key that makes it (null: staff do);
-- its id and its secret, encrypted for that id, from the server (null: both are made here, the secret in clear).
-- Raises: HT008 (url, event_types), HT101 (the store has as many endpoints of keys as it may).
-- see: guides/webhooks#create-an-endpoint
create or replace function internal.create_webhook_endpoint(store_id uuid, url text, event_types text[],
  description text, key_lineage_id uuid, endpoint_id uuid, encrypted_secret text) returns app.webhook_endpoints
language plpgsql volatile
set search_path = ''
as $$
declare
  v_most_of_keys constant integer := 20;
  v_endpoint app.webhook_endpoints;
begin
  perform internal.check_webhook_url(url);
  perform internal.check_event_types(event_types);
  if key_lineage_id is not null then
    -- Counted exactly: two calls at once queue here.
    perform from app.stores s where s.id = create_webhook_endpoint.store_id for no key update;
    if (select count(*) from app.webhook_endpoints e
        where e.store_id = create_webhook_endpoint.store_id and e.key_lineage_id is not null and e.removed_at is null)
      >= v_most_of_keys
    then
      perform internal.field_error('HT101', 'url', 'hooksOfKeys', jsonb_build_object('count', v_most_of_keys));
    end if;
  end if;
  insert into app.webhook_endpoints (id, company_id, store_id, url, description, event_types, api_version, secret,
    key_lineage_id)
  values (coalesce(create_webhook_endpoint.endpoint_id, uuidv7()), internal.current_company_id(),
    create_webhook_endpoint.store_id, create_webhook_endpoint.url, nullif(create_webhook_endpoint.description, ''),
    create_webhook_endpoint.event_types, internal.api_version(),
    coalesce(encrypted_secret, internal.new_webhook_secret()), create_webhook_endpoint.key_lineage_id)
  returning * into v_endpoint;
  return v_endpoint;
end
$$;
