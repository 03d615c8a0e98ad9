call internal.install_fence('app.product_images', 'store');
grant select on app.product_images to haat_api, haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.product_images to haat_gatekeeper;
