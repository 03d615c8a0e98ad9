call internal.install_fence('app.order_counts', 'store');
grant select on app.order_counts to haat_api, haat_staff, haat_dba;
grant select, insert, update, delete on app.order_counts to haat_gatekeeper;
