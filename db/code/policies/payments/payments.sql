call internal.install_fence('app.payments', 'store');
-- The gatekeeper computes the sales of a store again (internal.rebuild_sales).
grant select on app.payments to haat_api, haat_staff, haat_dba, haat_gatekeeper;
