--! owner: haat_gatekeeper
-- Disables a webhook endpoint. Its waiting deliveries become held, and its gap begins.
-- Takes: the endpoint and the reason (staff, integration, gone, failing, key_gone).
create or replace function internal.disable_endpoint(endpoint_id uuid, reason text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update app.webhook_endpoints t set status = 'disabled', disabled_reason = disable_endpoint.reason,
    disabled_at = internal.now()
    where t.id = disable_endpoint.endpoint_id and t.status = 'active';
  if found then
    perform internal.begin_gap(disable_endpoint.endpoint_id);
  end if;
  -- What was under way keeps its lease: its answer still counts.
  update app.webhook_deliveries d set status = 'held', next_attempt_at = null
    where d.endpoint_id = disable_endpoint.endpoint_id and d.status = 'pending';
end
$$;
grant execute on function internal.disable_endpoint(uuid, text) to haat_owner;
