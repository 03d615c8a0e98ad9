call internal.install_fence('app.attribute_values', 'store');
grant select on app.attribute_values to haat_api, haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.attribute_values to haat_gatekeeper;
