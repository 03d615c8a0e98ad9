-- Sends one delivery again, whatever became of it: the same event with the same id.
-- Needs developer.manage.
-- Raises: HT014 (permission), HT100 (delivery), HT101 (the endpoint is disabled).
create or replace function staff.redeliver_webhook(delivery_id uuid) returns app.webhook_deliveries
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints;
  v_result app.webhook_deliveries;
begin
  perform internal.require_permission('developer.manage');
  select * into v_result from app.webhook_deliveries v where v.id = delivery_id;
  if v_result.id is null then
    perform internal.fail('HT100', 'gone.there', '{"thing": "webhook delivery"}');
  end if;
  v_endpoint := internal.lock_webhook_endpoint(v_result.endpoint_id);
  if v_endpoint.status <> 'active' then
    perform internal.field_error('HT101', 'status', 'hookOff');
  end if;
  -- A new round, from the first step of the ladder. What is being sent right now is being delivered again anyway.
  update app.webhook_deliveries d set status = 'pending', next_attempt_at = internal.now(), failures = 0,
    finished_at = null
    where d.id = delivery_id and d.status <> 'sending';
  perform internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', array[v_endpoint.id]));
  select * into v_result from app.webhook_deliveries v where v.id = delivery_id;
  perform internal.log_activity(v_endpoint.store_id, 'webhook.redelivered', 'webhook_delivery', v_result.id);
  return v_result;
end
$$;
grant execute on function staff.redeliver_webhook(uuid) to haat_staff;
