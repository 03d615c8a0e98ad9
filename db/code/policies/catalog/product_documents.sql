call internal.install_fence('app.product_documents', 'store');
grant select on app.product_documents to haat_api, haat_staff, haat_dba, haat_gatekeeper;
