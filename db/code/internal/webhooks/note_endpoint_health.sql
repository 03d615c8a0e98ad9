--! owner: haat_gatekeeper
-- Takes: a locked endpoint and its latest attempts.
-- Counts its failures since the last success, and disables it when it is gone or has failed for too long.
create or replace function internal.note_endpoint_health(endpoint app.webhook_endpoints, attempts jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_failed constant integer := (select count(*) from jsonb_array_elements(attempts) a
    where a ->> 'outcome' <> 'delivered');
begin
  if jsonb_path_exists(attempts, '$[*] ? (@.response_status == 410)') then
    perform internal.disable_endpoint(endpoint.id, 'gone');
  elsif jsonb_path_exists(attempts, '$[*] ? (@.outcome == "delivered")') then
    -- Once a minute is enough to say when it last worked.
    update app.webhook_endpoints t set failures = 0, failing_since = null, last_success_at = v_now
      where t.id = endpoint.id and (t.failures > 0 or t.last_success_at is null
        or t.last_success_at < v_now - interval '1 minute');
  else
    update app.webhook_endpoints t set failures = t.failures + v_failed,
      failing_since = coalesce(t.failing_since, v_now)
      where t.id = endpoint.id;
    if internal.is_failing_for_good(endpoint.failures + v_failed, coalesce(endpoint.failing_since, v_now)) then
      perform internal.disable_endpoint(endpoint.id, 'failing');
    end if;
  end if;
end
$$;
