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
begin
  perform internal.require_permission('developer.manage');
  return internal.show_webhook_secret(internal.rotate_webhook_secret(internal.lock_webhook_endpoint(endpoint_id),
    encrypted_secret));
end
$$;
grant execute on function staff.rotate_webhook_secret(uuid, text) to haat_staff;
