call internal.install_fence('app.customers', 'store');
grant select on app.customers to haat_api, haat_dba, haat_gatekeeper;
-- phone, email: internal.readable_customers.
grant select (
  id, company_id, store_id, full_name, status, type, gender, created_at, updated_at, erased_at
) on app.customers to haat_staff;
