call internal.install_fence('app.payments', 'store');
grant select on app.payments to haat_api, haat_staff, haat_dba;
