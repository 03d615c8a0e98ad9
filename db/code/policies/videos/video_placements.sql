call internal.install_fence('app.video_placements', 'store');
grant select on app.video_placements to haat_api, haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.video_placements to haat_gatekeeper;
