call internal.install_fence('app.plans', 'shared');
grant select on app.plans to haat_api, haat_staff, haat_dba, haat_gatekeeper;
