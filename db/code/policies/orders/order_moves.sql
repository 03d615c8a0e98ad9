call internal.install_fence('app.order_moves', 'shared');
grant select on app.order_moves to haat_api, haat_staff, haat_dba;
