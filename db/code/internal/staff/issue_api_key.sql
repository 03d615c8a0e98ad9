-- Writes a new API key, as its SHA-256 only, and gives it with its plaintext.
-- Takes: what the key is to be, and the key that it replaces (or null).
-- see: guides/overview#your-key
--
-- The plaintext is service_sk_ and 40 random letters and digits.
create or replace function internal.issue_api_key(name text, type text, store_id uuid, scopes text[],
  expires_at timestamptz, replaces app.api_keys default null) returns staff.issued_api_key
language plpgsql volatile
set search_path = ''
as $$
declare
  v_plaintext constant text := 'service_sk_' || internal.random_base62(40);
  v_id constant uuid := uuidv7();
  v_key app.api_keys;
begin
  insert into app.api_keys (id, company_id, store_id, lineage_id, replaces_key_id,
    name, type, prefix, sample, last4, key_hash, scopes, expires_at)
  values (v_id, internal.current_company_id(), issue_api_key.store_id, coalesce(replaces.lineage_id, v_id),
    replaces.id, issue_api_key.name, issue_api_key.type, 'service_sk_', left(v_plaintext, 15), right(v_plaintext, 4),
    sha256(v_plaintext::bytea), issue_api_key.scopes, issue_api_key.expires_at)
  returning * into v_key;
  return (v_key, v_plaintext);
end
$$;
