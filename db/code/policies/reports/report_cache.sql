call internal.install_fence('app.report_cache', 'store');
grant select on app.report_cache to haat_api, haat_dba;
-- The gatekeeper empties it when the calendar of a store changes.
grant select, delete on app.report_cache to haat_gatekeeper;
