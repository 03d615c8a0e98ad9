call internal.install_fence('app.stores', 'self_store');
grant select on app.stores to haat_api, haat_staff, haat_dba, haat_gatekeeper;
