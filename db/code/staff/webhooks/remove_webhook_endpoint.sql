-- Removes a webhook endpoint, of staff or of a key: nothing is sent to it any more. Its log goes with it a day later.
-- Needs developer.manage.
-- Raises: HT014 (permission), HT100 (endpoint).
create or replace function staff.remove_webhook_endpoint(endpoint_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('developer.manage');
  perform internal.remove_webhook_endpoint(internal.lock_webhook_endpoint(endpoint_id));
  return endpoint_id;
end
$$;
grant execute on function staff.remove_webhook_endpoint(uuid) to haat_staff;
