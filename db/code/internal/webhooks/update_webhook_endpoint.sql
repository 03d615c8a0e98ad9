-- Changes what is given of a webhook endpoint, for staff and for its key: URL, event types, description (empty text
-- removes it), status.
-- Takes: the locked endpoint; what changes (null: it stays); why it is disabled, if it is (staff, integration).
-- Gives: the endpoint as it is now.
-- Raises: HT008 (url, event_types, status), HT101 (status: its keys are gone).
-- see: guides/webhooks#create-an-endpoint
create or replace function internal.update_webhook_endpoint(endpoint app.webhook_endpoints, url text,
  event_types text[], description text, status text, reason text) returns app.webhook_endpoints
language plpgsql volatile
set search_path = ''
as $$
declare
  v_after app.webhook_endpoints;
begin
  perform internal.check_webhook_endpoint(url, event_types);
  if status not in ('active', 'disabled') then
    perform internal.field_error('HT008', 'status', 'notAllowed.activeDisabled');
  end if;
  update app.webhook_endpoints t set
      url = coalesce(update_webhook_endpoint.url, t.url),
      event_types = coalesce(update_webhook_endpoint.event_types, t.event_types),
      description = nullif(coalesce(update_webhook_endpoint.description, t.description), '')
    where t.id = endpoint.id;
  if status = 'disabled' then
    perform internal.disable_endpoint(endpoint.id, reason);
    -- Off already, it is from now on as staff want it: its key does not switch it on.
    update app.webhook_endpoints t set disabled_reason = 'staff'
      where t.id = endpoint.id and reason = 'staff' and t.disabled_reason in ('integration', 'gone', 'failing');
  elsif status = 'active' and endpoint.status = 'disabled' then
    perform internal.enable_endpoint(endpoint);
  elsif endpoint.status = 'disabled' and event_types <> endpoint.event_types then
    -- A gap has the types of its time.
    perform internal.end_gap(endpoint.id);
    perform internal.begin_gap(endpoint.id);
  end if;
  select * into v_after from app.webhook_endpoints t where t.id = endpoint.id;
  return v_after;
end
$$;
