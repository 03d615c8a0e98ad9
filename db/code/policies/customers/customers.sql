call internal.install_fence('app.customers', 'store');
grant select on app.customers to haat_api, haat_staff, haat_dba, haat_gatekeeper;
