call internal.install_fence('app.staff_notes', 'store');
grant select on app.staff_notes to haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.staff_notes to haat_gatekeeper;
