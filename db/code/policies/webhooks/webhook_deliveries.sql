call internal.install_fence('app.webhook_deliveries', 'store');
-- Leases and the round are the workers' business.
grant select (
  id, company_id, store_id, endpoint_id, event_id, status, attempts, next_attempt_at, finished_at, created_at
) on app.webhook_deliveries to haat_api, haat_staff;
grant select on app.webhook_deliveries to haat_dba;
grant select, insert, update, delete on app.webhook_deliveries to haat_gatekeeper;
