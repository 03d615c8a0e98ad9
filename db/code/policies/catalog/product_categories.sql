call internal.install_fence('app.product_categories', 'store');
-- The gatekeeper's search filters by it.
grant select on app.product_categories to haat_api, haat_staff, haat_dba, haat_gatekeeper;
