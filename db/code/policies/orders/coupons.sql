call internal.install_fence('app.coupons', 'store');
grant select on app.coupons to haat_api, haat_staff, haat_dba;
