call internal.install_fence('app.order_transitions', 'shared');
grant select on app.order_transitions to haat_api, haat_staff, haat_dba;
