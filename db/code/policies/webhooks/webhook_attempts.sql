-- It repeats what was sent: customers' data too.
call internal.install_fence('app.webhook_attempts', 'store', '(select internal.is_permitted(''developer.manage''))');
grant select (id, company_id, store_id, delivery_id, attempt, outcome, response_status, error, duration_ms, created_at)
  on app.webhook_attempts to haat_api;
grant select on app.webhook_attempts to haat_staff, haat_dba;
grant select, insert, delete on app.webhook_attempts to haat_gatekeeper;
