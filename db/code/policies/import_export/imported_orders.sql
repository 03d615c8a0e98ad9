call internal.install_fence('app.imported_orders', 'store');
grant select on app.imported_orders to haat_dba;
