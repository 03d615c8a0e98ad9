call internal.install_fence('app.idempotency_keys', 'company');
-- Read and written by gate.recall and gate.remember only; cleared away by internal.clean_up_idempotency_keys.
grant select (company_id, lineage_id, key, operation, sqlstate, created_at) on app.idempotency_keys to haat_dba;
grant select (created_at), delete on app.idempotency_keys to haat_gatekeeper;
