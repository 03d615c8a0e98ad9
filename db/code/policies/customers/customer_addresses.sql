call internal.install_fence('app.customer_addresses', 'store', '(select internal.is_permitted(''customers.read''))');
grant select on app.customer_addresses to haat_api, haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.customer_addresses to haat_gatekeeper;
