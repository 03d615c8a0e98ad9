call internal.install_fence('app.push_notices', 'company_or_store');
grant select on app.push_notices to haat_dba;
grant select, insert, delete on app.push_notices to haat_gatekeeper;
