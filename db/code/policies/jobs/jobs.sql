call internal.install_fence('app.jobs', 'store');
grant select on app.jobs to haat_api, haat_dba;
grant select, update, delete on app.jobs to haat_gatekeeper;
