-- Sends a service.ping to a webhook endpoint, signed, retried and logged like any event.
-- Needs developer.manage.
-- Raises: HT014 (permission), HT100 (endpoint_id), HT101 (the endpoint is disabled).
create or replace function staff.send_webhook_ping(endpoint_id uuid) returns app.webhook_deliveries
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  e app.webhook_endpoints;
  v_event_id uuid;
  v_result app.webhook_deliveries;
begin
  perform internal.require_permission('developer.manage');
  e := internal.lock_webhook_endpoint(endpoint_id);
  if e.status <> 'active' then
    perform internal.field_error('HT101', 'status', 'the endpoint is disabled');
  end if;
  insert into app.events (company_id, store_id, type, object_id, object, request_id)
  values (e.company_id, e.store_id, 'service.ping', e.id, json_build_object('endpoint_id', e.id), (internal.current_actor()).request_id)
  returning id into v_event_id;
  insert into app.webhook_deliveries (company_id, store_id, endpoint_id, event_id, status, next_attempt_at)
  values (e.company_id, e.store_id, e.id, v_event_id, 'pending', internal.now())
  returning * into v_result;
  perform internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', array[e.id]));
  perform internal.log_activity(e.store_id, 'webhook_endpoint.pinged', 'webhook_endpoint', e.id);
  return v_result;
end
$$;
grant execute on function staff.send_webhook_ping(uuid) to haat_staff;
