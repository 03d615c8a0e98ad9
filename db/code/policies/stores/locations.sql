call internal.install_fence('app.locations', 'company');
grant select on app.locations to haat_api, haat_staff, haat_dba;
