call internal.install_fence('app.order_timeline', 'store');
grant select on app.order_timeline to haat_api, haat_staff, haat_dba;
grant select on app.order_timeline to haat_gatekeeper;
