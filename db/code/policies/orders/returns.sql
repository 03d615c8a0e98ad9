call internal.install_fence('app.returns', 'store');
grant select on app.returns to haat_api, haat_staff, haat_dba, haat_gatekeeper;
