call internal.install_fence('app.missing_levels', 'store');
grant select on app.missing_levels to haat_api, haat_staff, haat_dba;
-- Its triggers run as the gatekeeper.
grant select, insert, update, delete on app.missing_levels to haat_gatekeeper;
