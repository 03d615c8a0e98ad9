call internal.install_fence('app.payouts', 'store');
grant select on app.payouts to haat_api, haat_staff, haat_dba;
