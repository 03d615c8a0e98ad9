call internal.install_fence('app.exports', 'store', '(select internal.is_permitted(''developer.manage''))');
-- Where the file is stored is signed into its address by the server; which worker writes it concerns the workers only.
grant select on app.exports to haat_api, haat_dba;
grant select (
  id, company_id, store_id, key_id, operation, filters, format, with_bom, for_sync, status, record_count, size_bytes,
  attempts, synced_until, failure_code, failure_message, started_at, ended_at, expires_at, created_at, updated_at
) on app.exports to haat_staff;
grant select, update, delete on app.exports to haat_gatekeeper;
