call internal.install_fence('app.companies', 'self');
grant select on app.companies to haat_api, haat_staff, haat_dba, haat_gatekeeper;
