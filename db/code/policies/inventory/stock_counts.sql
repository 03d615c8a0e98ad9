call internal.install_fence('app.stock_counts', 'company');
grant select on app.stock_counts to haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.stock_counts to haat_gatekeeper;
