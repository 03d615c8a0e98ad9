call internal.install_fence('app.staff_sessions', 'company');
grant select (id, company_id, staff_id, expires_at, revoked_at, created_at, address, user_agent, last_seen_at,
  viewed_order_id, viewed_at, passkey_id)
  on app.staff_sessions to haat_dba;
grant select, insert, update, delete on app.staff_sessions to haat_gatekeeper;
