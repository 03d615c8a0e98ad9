call internal.install_fence('app.webhook_endpoints', 'store', 'removed_at is null');
-- A key sees the endpoints of its own rotation chain.
create policy own_lineage on app.webhook_endpoints as restrictive for select to haat_api
  using (removed_at is null
    and key_lineage_id = (select internal.context_setting('haat.lineage_id'))::uuid);
-- The secrets are for the signing alone; staff see one once, when it is made.
grant select (
  id, company_id, store_id, url, description, event_types, api_version, status, disabled_reason, disabled_at,
  previous_secret_expires_at, failures, failing_since, last_success_at, key_lineage_id, created_at, updated_at
) on app.webhook_endpoints to haat_api, haat_staff, haat_dba;
grant select (removed_at) on app.webhook_endpoints to haat_api, haat_dba;
grant select, update, delete on app.webhook_endpoints to haat_gatekeeper;
