call internal.install_fence('app.staff', 'company');
-- permissions: internal.readable_staff.
grant select (
  id, company_id, email, full_name, role, status, created_at, updated_at, staff_role_id
) on app.staff to haat_staff;
grant select (
  id, company_id, email, full_name, role, permissions, status, created_at, updated_at, staff_role_id
) on app.staff to haat_dba;
grant select (id, company_id, full_name) on app.staff to haat_api;
grant select, update on app.staff to haat_gatekeeper;
