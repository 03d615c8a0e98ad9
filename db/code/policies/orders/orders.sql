call internal.install_fence('app.orders', 'store');
grant select on app.orders to haat_api, haat_staff, haat_dba, haat_gatekeeper;
