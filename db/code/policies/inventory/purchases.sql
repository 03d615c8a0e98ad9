call internal.install_fence('app.purchases', 'company');
grant select on app.purchases to haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.purchases to haat_gatekeeper;
