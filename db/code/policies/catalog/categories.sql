call internal.install_fence('app.categories', 'store');
-- The gatekeeper lists the products of a category (internal.product_category_way).
grant select on app.categories to haat_api, haat_staff, haat_dba, haat_gatekeeper;
