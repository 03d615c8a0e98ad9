call internal.install_fence('app.webhook_endpoints', 'store');
-- The secrets are for the signing alone; staff see one once, when it is made.
grant select (
  id, company_id, store_id, url, description, event_types, api_version, status, disabled_reason, disabled_at,
  previous_secret_expires_at, failures, failing_since, last_success_at, created_at, updated_at
) on app.webhook_endpoints to haat_staff, haat_dba;
grant select, update on app.webhook_endpoints to haat_gatekeeper;
