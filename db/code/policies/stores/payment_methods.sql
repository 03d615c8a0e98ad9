call internal.install_fence('app.payment_methods', 'store');
grant select on app.payment_methods to haat_api, haat_staff, haat_dba, haat_gatekeeper;
