call internal.install_fence('app.staff_push_devices', 'company_or_store');
-- With the others a message could be sent to the device.
grant select (id, company_id, staff_id, session_id, store_id, new_orders, call_backs, language, digits,
  call_backs_upto, failures, not_before, last_sent_at, created_at) on app.staff_push_devices to haat_dba;
grant select, update, delete on app.staff_push_devices to haat_gatekeeper;
