call internal.install_fence('app.coupon_redemptions', 'store');
grant select on app.coupon_redemptions to haat_api, haat_staff, haat_dba;
