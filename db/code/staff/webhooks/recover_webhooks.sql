-- Sends what an endpoint has missed since a moment: events that came while it was off (kept 30 days), deliveries that
-- were held when it was disabled, and those whose tries were used up.
-- Gives how many.
-- Needs developer.manage.
-- Raises: HT014 (permission), HT100 (endpoint), HT101 (the endpoint is disabled).
create or replace function staff.recover_webhooks(endpoint_id uuid, since timestamptz) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints;
  v_now constant timestamptz := internal.now();
  v_count integer;
  v_missed integer;
begin
  perform internal.require_permission('developer.manage');
  v_endpoint := internal.lock_webhook_endpoint(endpoint_id);
  if v_endpoint.status <> 'active' then
    perform internal.field_error('HT101', 'status', 'hookOff');
  end if;
  update app.webhook_deliveries d set status = 'pending', next_attempt_at = v_now, failures = 0, finished_at = null
    where d.endpoint_id = v_endpoint.id and d.status in ('held', 'failed') and d.created_at >= since;
  get diagnostics v_count = row_count;
  -- In the order of the events: deliveries that are due at one moment are sent by their ids.
  insert into app.webhook_deliveries (company_id, store_id, endpoint_id, event_id, status, next_attempt_at, created_at)
    select v_endpoint.company_id, v_endpoint.store_id, v_endpoint.id, m.id, 'pending', v_now, m.created_at
    from internal.missed_events(v_endpoint, since) m
    order by m.sequence;
  get diagnostics v_missed = row_count;
  v_count := v_count + v_missed;
  perform internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', array[v_endpoint.id]));
  perform internal.log_activity(v_endpoint.store_id, 'webhook_endpoint.recovered', 'webhook_endpoint', v_endpoint.id,
    after => jsonb_build_object('since', since, 'deliveries', v_count));
  return v_count;
end
$$;
grant execute on function staff.recover_webhooks(uuid, timestamptz) to haat_staff;
