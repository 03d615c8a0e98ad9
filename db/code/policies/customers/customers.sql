call internal.install_fence('app.customers', 'store');
grant select on app.customers to haat_api, haat_dba, haat_gatekeeper;
-- phone, email: internal.readable_customers.
call internal.grant_all_but('app.customers', '{email,phone}', 'haat_staff');
