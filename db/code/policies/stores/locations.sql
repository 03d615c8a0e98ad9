call internal.install_fence('app.locations', 'company');
-- The gatekeeper lists stock levels location by location (internal.level_group_way).
grant select on app.locations to haat_api, haat_staff, haat_dba, haat_gatekeeper;
