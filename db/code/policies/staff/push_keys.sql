call internal.install_fence('app.push_keys', 'company');
grant select (company_id, public_key, created_at) on app.push_keys to haat_dba;
grant select, update on app.push_keys to haat_gatekeeper;
