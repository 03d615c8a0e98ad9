call internal.install_fence('app.variant_options', 'store');
grant select on app.variant_options to haat_api, haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.variant_options to haat_gatekeeper;
