-- Sends a service.ping to a webhook endpoint, signed, retried and logged like any event.
-- Needs developer.manage.
-- Raises: HT014 (permission), HT100 (endpoint), HT101 (the endpoint is disabled).
create or replace function staff.send_webhook_ping(endpoint_id uuid) returns app.webhook_deliveries
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('developer.manage');
  return internal.send_webhook_ping(internal.lock_webhook_endpoint(endpoint_id));
end
$$;
grant execute on function staff.send_webhook_ping(uuid) to haat_staff;
