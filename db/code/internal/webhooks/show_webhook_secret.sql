-- Takes: an endpoint.
-- Gives: it without its secrets, and its secret beside it.
create or replace function internal.show_webhook_secret(endpoint app.webhook_endpoints) returns staff.webhook_secret
language plpgsql immutable
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints := endpoint;
begin
  v_endpoint.secret := null;
  v_endpoint.previous_secret := null;
  return (v_endpoint, endpoint.secret)::staff.webhook_secret;
end
$$;
