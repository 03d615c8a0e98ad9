call internal.install_fence('app.channels', 'store');
-- The gatekeeper's search filters by it.
grant select on app.channels to haat_api, haat_staff, haat_dba, haat_gatekeeper;
