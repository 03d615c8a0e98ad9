call internal.install_fence('app.stock_count_lines', 'store');
grant select on app.stock_count_lines to haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.stock_count_lines to haat_gatekeeper;
