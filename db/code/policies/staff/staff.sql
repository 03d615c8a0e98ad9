call internal.install_fence('app.staff', 'company');
grant select (
  id, company_id, email, full_name, role, permissions, status, created_at, updated_at
) on app.staff to haat_staff, haat_dba;
grant select (id, company_id, full_name) on app.staff to haat_api;
grant select, update on app.staff to haat_gatekeeper;
