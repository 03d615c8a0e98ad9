call internal.install_fence('app.products', 'store');
grant select on app.products to haat_api, haat_staff, haat_dba, haat_gatekeeper;
