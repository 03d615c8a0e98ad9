call internal.install_fence('app.sales_days', 'store');
grant select on app.sales_days to haat_api, haat_staff, haat_dba;
grant select, insert, update, delete on app.sales_days to haat_gatekeeper;
