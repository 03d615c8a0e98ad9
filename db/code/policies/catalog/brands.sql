call internal.install_fence('app.brands', 'store');
grant select on app.brands to haat_api, haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.brands to haat_gatekeeper;
