call internal.install_fence('app.couriers', 'company');
grant select on app.couriers to haat_api, haat_staff, haat_dba, haat_gatekeeper;
