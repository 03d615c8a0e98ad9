-- Gives a webhook endpoint a new signing secret, shown this once.
-- For 24 hours deliveries carry the signatures of both, the new and the one before.
-- Needs developer.manage.
-- Raises: HT014 (permission), HT100 (endpoint).
--
-- encrypted_secret is as in staff.create_webhook_endpoint.
create or replace function staff.rotate_webhook_secret(endpoint_id uuid, encrypted_secret text default null)
  returns staff.webhook_secret
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints;
begin
  perform internal.require_permission('developer.manage');
  v_endpoint := internal.lock_webhook_endpoint(endpoint_id);
  update app.webhook_endpoints t set
      secret = coalesce(encrypted_secret, internal.new_webhook_secret()),
      previous_secret = v_endpoint.secret,
      previous_secret_expires_at = internal.now() + interval '24 hours',
      updated_at = greatest(internal.now(), t.updated_at)
    where t.id = v_endpoint.id
    returning * into v_endpoint;
  perform internal.log_activity(v_endpoint.store_id, 'webhook_endpoint.secret_rotated', 'webhook_endpoint',
    v_endpoint.id);
  return internal.show_webhook_secret(v_endpoint);
end
$$;
grant execute on function staff.rotate_webhook_secret(uuid, text) to haat_staff;
