call internal.install_fence('app.payments', 'store');
-- The gatekeeper works out the sales of a store anew (internal.rebuild_sales).
grant select on app.payments to haat_api, haat_staff, haat_dba, haat_gatekeeper;
