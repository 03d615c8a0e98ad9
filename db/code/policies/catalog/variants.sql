call internal.install_fence('app.variants', 'store');
grant select on app.variants to haat_api, haat_staff, haat_dba, haat_gatekeeper;
