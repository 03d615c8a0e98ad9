create or replace function internal.show_webhook_secret(endpoint app.webhook_endpoints) returns staff.webhook_secret
language plpgsql immutable
set search_path = ''
as $$
declare
  e app.webhook_endpoints := endpoint;
begin
  e.secret := null;
  e.previous_secret := null;
  return (e, endpoint.secret)::staff.webhook_secret;
end
$$;
comment on function internal.show_webhook_secret(app.webhook_endpoints) is 'Takes an endpoint; gives it without its secrets, and its secret beside it.';
