call internal.install_fence('app.erased_rows', 'company');
grant select on app.erased_rows to haat_dba, haat_gatekeeper;
