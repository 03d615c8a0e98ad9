call internal.install_fence('app.inventory_levels', 'store');
grant select on app.inventory_levels to haat_api, haat_staff, haat_dba, haat_gatekeeper;
