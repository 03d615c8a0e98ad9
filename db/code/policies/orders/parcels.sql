call internal.install_fence('app.parcels', 'store');
grant select on app.parcels to haat_api, haat_staff, haat_dba, haat_gatekeeper;
