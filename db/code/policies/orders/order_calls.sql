call internal.install_fence('app.order_calls', 'store');
grant select on app.order_calls to haat_api, haat_staff, haat_dba;
grant select on app.order_calls to haat_gatekeeper;
