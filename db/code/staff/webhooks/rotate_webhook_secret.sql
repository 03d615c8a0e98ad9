-- Gives a webhook endpoint a new signing secret, shown this once.
-- For 24 hours deliveries carry the signatures of both, the new and the one before.
-- Needs developer.manage.
-- Raises: HT014 (permission), HT100 (endpoint_id).
create or replace function staff.rotate_webhook_secret(endpoint_id uuid) returns staff.webhook_secret
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  e app.webhook_endpoints;
begin
  perform internal.require_permission('developer.manage');
  e := internal.lock_webhook_endpoint(endpoint_id);
  update app.webhook_endpoints t set
      secret = internal.new_webhook_secret(),
      previous_secret = e.secret,
      previous_secret_expires_at = internal.now() + interval '24 hours'
    where t.id = e.id
    returning * into e;
  perform internal.log_activity(e.store_id, 'webhook_endpoint.secret_rotated', 'webhook_endpoint', e.id);
  return internal.show_webhook_secret(e);
end
$$;
grant execute on function staff.rotate_webhook_secret(uuid) to haat_staff;
