call internal.install_fence('app.order_statuses', 'shared');
grant select on app.order_statuses to haat_api, haat_staff, haat_dba, haat_gatekeeper;
