call internal.install_fence('app.imports', 'store');
grant select on app.imports to haat_dba;
