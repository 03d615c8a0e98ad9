-- Disables a webhook endpoint whose keys are all gone. One that is removed
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
  end if;
end
$$;
