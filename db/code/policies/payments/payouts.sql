call internal.install_fence('app.payouts', 'store');
grant select on app.payouts to haat_api, haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.payouts to haat_gatekeeper;
