call internal.install_fence('app.product_counts', 'store');
grant select on app.product_counts to haat_api, haat_staff, haat_dba;
-- The gatekeeper counts and folds for all tenants.
grant select, insert, update, delete on app.product_counts to haat_gatekeeper;
