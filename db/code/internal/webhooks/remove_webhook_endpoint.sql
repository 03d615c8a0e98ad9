-- Removes a webhook endpoint: nothing is sent to it from now on, and no list shows it. Its log goes with it a day
-- later (internal.purge_removed_endpoints).
-- Takes: the endpoint, which is locked.
-- see: guides/webhooks#create-an-endpoint
--
-- Not at once: an event that is being written now may have found it, and its delivery points at it.
create or replace function internal.remove_webhook_endpoint(endpoint app.webhook_endpoints) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
begin
  update app.webhook_endpoints t set status = 'disabled', removed_at = v_now,
    disabled_reason = 'removed', disabled_at = v_now
    where t.id = endpoint.id;
  update app.webhook_deliveries d set status = 'held', next_attempt_at = null
    where d.endpoint_id = endpoint.id and d.status = 'pending';
end
$$;
