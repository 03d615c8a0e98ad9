-- Counts the events of the last 30 days that a webhook endpoint missed while it was disabled: recover_webhooks sends
-- them, beside the deliveries that were held or failed.
-- Raises: HT100 (endpoint).
create or replace function staff.count_missed_events(endpoint_id uuid) returns integer
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints;
begin
  select * into v_endpoint from app.webhook_endpoints t where t.id = count_missed_events.endpoint_id
    and t.removed_at is null;
  if v_endpoint.id is null then
    perform internal.fail('HT100', 'gone.there', '{"thing": "webhook endpoint"}');
  end if;
  return (select count(*) from internal.missed_events(v_endpoint, '-infinity'));
end
$$;
grant execute on function staff.count_missed_events(uuid) to haat_staff;
