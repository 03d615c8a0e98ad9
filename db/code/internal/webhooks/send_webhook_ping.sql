-- Sends a service.ping to a webhook endpoint, signed, retried and logged like any event.
-- Takes: the endpoint, which is locked.
-- Gives: its delivery.
-- Raises: HT101 (the endpoint is disabled).
create or replace function internal.send_webhook_ping(endpoint app.webhook_endpoints) returns app.webhook_deliveries
language plpgsql volatile
set search_path = ''
as $$
declare
  v_event_id uuid;
  v_delivery app.webhook_deliveries;
begin
  if endpoint.status <> 'active' then
    perform internal.field_error('HT101', 'status', 'hookOff');
  end if;
  insert into app.events (company_id, store_id, type, object_id, object, request_id)
  values (endpoint.company_id, endpoint.store_id, 'service.ping', endpoint.id,
    json_build_object('endpoint_id', endpoint.id), internal.current_request_id())
  returning id into v_event_id;
  insert into app.webhook_deliveries (company_id, store_id, endpoint_id, event_id, status, next_attempt_at)
  values (endpoint.company_id, endpoint.store_id, endpoint.id, v_event_id, 'pending', internal.now())
  returning * into v_delivery;
  perform internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', array[endpoint.id]));
  perform internal.log_activity(endpoint.store_id, 'webhook_endpoint.pinged', 'webhook_endpoint', endpoint.id);
  return v_delivery;
end
$$;
