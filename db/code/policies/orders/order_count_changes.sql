call internal.install_fence('app.order_count_changes', 'store');
grant select on app.order_count_changes to haat_api, haat_staff, haat_dba;
-- The gatekeeper folds the changes of all tenants.
grant select, insert, update, delete on app.order_count_changes to haat_gatekeeper;
