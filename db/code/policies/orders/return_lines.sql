call internal.install_fence('app.return_lines', 'store');
grant select on app.return_lines to haat_api, haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.return_lines to haat_gatekeeper;
