call internal.install_fence('app.product_sales', 'store');
grant select on app.product_sales to haat_api, haat_staff, haat_dba;
grant select, insert, update, delete on app.product_sales to haat_gatekeeper;
