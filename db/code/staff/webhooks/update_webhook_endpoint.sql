-- Changes what is given of a webhook endpoint: URL, event types, description (empty text removes it), status (active,
-- disabled).
-- Its version tag and secret stay.
-- Needs developer.manage.
-- Raises: HT008 (url, event_types, description, status), HT014 (permission), HT100 (endpoint), HT101
-- (expected_updated_at; status: the keys that it belongs to are gone).
create or replace function staff.update_webhook_endpoint(
  endpoint_id uuid, url text default null, event_types text[] default null, description text default null,
  status text default null, expected_updated_at timestamptz default null
) returns app.webhook_endpoints
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints;
begin
  perform internal.require_permission('developer.manage');
  v_endpoint := internal.lock_webhook_endpoint(endpoint_id);
  perform internal.refuse_outdated(expected_updated_at, v_endpoint.updated_at, v_endpoint.id);
  return (internal.show_webhook_secret(internal.update_webhook_endpoint(v_endpoint, url, event_types, description,
    status, 'staff'))).webhook_endpoint;
end
$$;
grant execute on function staff.update_webhook_endpoint(uuid, text, text[], text, text, timestamptz) to haat_staff;
