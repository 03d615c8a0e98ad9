-- Changes what is given of a webhook endpoint: URL, event types, description (empty text removes it), status (active,
-- disabled).
-- Its version tag and secret stay.
-- Needs developer.manage.
-- Raises: HT008 (url, event_types, description, status), HT014 (permission), HT100 (endpoint), HT101
-- (expected_updated_at).
create or replace function staff.update_webhook_endpoint(
  endpoint_id uuid, url text default null, event_types text[] default null, description text default null,
  status text default null, expected_updated_at timestamptz default null
) returns app.webhook_endpoints
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints;
  v_after app.webhook_endpoints;
begin
  perform internal.require_permission('developer.manage');
  v_endpoint := internal.lock_webhook_endpoint(endpoint_id);
  perform internal.refuse_outdated(expected_updated_at, v_endpoint.updated_at, v_endpoint.id);
  if url is not null then
    perform internal.check_webhook_url(url);
  end if;
  if event_types is not null then
    perform internal.check_event_types(event_types);
  end if;
  if status not in ('active', 'disabled') then
    perform internal.field_error('HT008', 'status', 'notAllowed.activeDisabled');
  end if;

  update app.webhook_endpoints t set
      url = coalesce(update_webhook_endpoint.url, t.url),
      event_types = coalesce(update_webhook_endpoint.event_types, t.event_types),
      description = nullif(coalesce(update_webhook_endpoint.description, t.description), '')
    where t.id = v_endpoint.id;
  if status = 'disabled' then
    perform internal.disable_endpoint(v_endpoint.id, 'staff');
  elsif status = 'active' and v_endpoint.status = 'disabled' then
    -- It starts with a clean slate; what it missed comes when recover_webhooks asks for it.
    update app.webhook_endpoints t set status = 'active', disabled_reason = null, disabled_at = null, failures = 0,
      failing_since = null
      where t.id = v_endpoint.id;
    perform internal.end_gap(v_endpoint.id);
  elsif v_endpoint.status = 'disabled' and event_types <> v_endpoint.event_types then
    -- A gap has the types of its time.
    perform internal.end_gap(v_endpoint.id);
    perform internal.begin_gap(v_endpoint.id);
  end if;

  select * into v_after from app.webhook_endpoints t where t.id = v_endpoint.id;
  perform internal.log_activity(v_endpoint.store_id, 'webhook_endpoint.updated', 'webhook_endpoint', v_endpoint.id,
    before => jsonb_build_object('url', v_endpoint.url, 'event_types', v_endpoint.event_types, 'description',
      v_endpoint.description,
      'status', v_endpoint.status),
    after => jsonb_build_object('url', v_after.url, 'event_types', v_after.event_types,
      'description', v_after.description, 'status', v_after.status));
  return (internal.show_webhook_secret(v_after)).webhook_endpoint;
end
$$;
grant execute on function staff.update_webhook_endpoint(uuid, text, text[], text, text, timestamptz) to haat_staff;
