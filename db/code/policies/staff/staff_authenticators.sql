call internal.install_fence('app.staff_authenticators', 'company');
grant select (id, staff_id, company_id, confirmed_at, created_at) on app.staff_authenticators to haat_dba;
grant select, update on app.staff_authenticators to haat_gatekeeper;
