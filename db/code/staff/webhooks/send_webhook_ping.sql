-- Sends a service.ping to a webhook endpoint, signed, retried and logged like any event.
-- Needs developer.manage.
-- Raises: HT014 (permission), HT100 (endpoint), HT101 (the endpoint is disabled).
create or replace function staff.send_webhook_ping(endpoint_id uuid) returns app.webhook_deliveries
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints;
  v_event_id uuid;
  v_result app.webhook_deliveries;
begin
  perform internal.require_permission('developer.manage');
  v_endpoint := internal.lock_webhook_endpoint(endpoint_id);
  if v_endpoint.status <> 'active' then
    perform internal.field_error('HT101', 'status', 'hookOff');
  end if;
  insert into app.events (company_id, store_id, type, object_id, object, request_id)
  values (v_endpoint.company_id, v_endpoint.store_id, 'service.ping', v_endpoint.id,
    json_build_object('endpoint_id', v_endpoint.id),
    internal.current_request_id())
  returning id into v_event_id;
  insert into app.webhook_deliveries (company_id, store_id, endpoint_id, event_id, status, next_attempt_at)
  values (v_endpoint.company_id, v_endpoint.store_id, v_endpoint.id, v_event_id, 'pending', internal.now())
  returning * into v_result;
  perform internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', array[v_endpoint.id]));
  perform internal.log_activity(v_endpoint.store_id, 'webhook_endpoint.pinged', 'webhook_endpoint', v_endpoint.id);
  return v_result;
end
$$;
grant execute on function staff.send_webhook_ping(uuid) to haat_staff;
