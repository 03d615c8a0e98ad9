call internal.install_fence('app.api_keys', 'company', '(select internal.is_permitted(''developer.manage''))');
-- The hash is the gatekeeper's alone.
grant select (
  id, company_id, store_id, lineage_id, replaces_key_id, name, type, prefix, sample, last4, scopes, expires_at,
  grace_ends_at, revoked_at, last_used_at, created_at, updated_at
) on app.api_keys to haat_api, haat_staff, haat_dba;
grant select, update on app.api_keys to haat_gatekeeper;
