-- Enables a disabled webhook endpoint. It starts with a clean slate; what it missed comes when recover_webhooks asks
-- for it.
-- Takes: the endpoint, which is locked.
-- Raises: HT101 (status: the keys that it belongs to are gone).
create or replace function internal.enable_endpoint(endpoint app.webhook_endpoints) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if (internal.rights_of_lineage(endpoint.key_lineage_id)).is_gone then
    perform internal.field_error('HT101', 'status', 'hookKeyGone');
  end if;
  update app.webhook_endpoints t set status = 'active', disabled_reason = null, disabled_at = null, failures = 0,
    failing_since = null
    where t.id = endpoint.id;
  perform internal.end_gap(endpoint.id);
end
$$;
