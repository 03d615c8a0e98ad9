-- Disables a webhook endpoint whose keys are all gone, and writes so into the activity log. One that is removed
-- meanwhile is left alone: a key is revoked whatever it does at that moment.
-- Takes: the endpoint, of the company that is acted for.
-- see: guides/webhooks#endpoints-of-a-key
create or replace function internal.disable_keyless_endpoint(endpoint_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints;
begin
  select * into v_endpoint from app.webhook_endpoints t
    where t.id = disable_keyless_endpoint.endpoint_id and t.status = 'active' for no key update;
  if found then
    perform internal.disable_endpoint(v_endpoint.id, 'key_gone');
    perform internal.log_activity(v_endpoint.store_id, 'webhook_endpoint.disabled', 'webhook_endpoint', v_endpoint.id,
      jsonb_build_object('status', 'active'), jsonb_build_object('status', 'disabled', 'reason', 'key_gone'));
  end if;
end
$$;
