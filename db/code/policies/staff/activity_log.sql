call internal.install_fence('app.activity_log', 'company_or_store');
grant select on app.activity_log to haat_staff, haat_dba;
grant select on app.activity_log to haat_gatekeeper;
