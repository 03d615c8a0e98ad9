--! owner: haat_gatekeeper
-- Computes the proof of the context: a hash of all its settings that cannot be made without the secret.
-- see: guides/inside#who-acts
--
-- Only the gatekeeper may run it or read the secret. The process and the start of the transaction are part of it, so a
-- proof that was copied is worth nothing in another transaction. The text of an array keeps the values apart.
-- In plpgsql, which keeps its plans: workers and staff prove their context some forty times a call.
create or replace function internal.context_proof() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_secret bytea;
begin
  select s.secret into v_secret from internal.context_secret s;
  return encode(extensions.hmac(convert_to(array[
    pg_backend_pid()::text,
    extract(epoch from transaction_timestamp())::text,
    current_setting('haat.company_id', true),
    current_setting('haat.store_ids', true),
    current_setting('haat.key_store_id', true),
    current_setting('haat.key_id', true),
    current_setting('haat.lineage_id', true),
    current_setting('haat.scopes', true),
    current_setting('haat.actor_type', true),
    current_setting('haat.actor_id', true),
    current_setting('haat.actor_name', true),
    current_setting('haat.permissions', true),
    current_setting('haat.session_id', true),
    current_setting('haat.is_limited', true),
    current_setting('haat.proven_until', true)]::text, 'UTF8'), v_secret, 'sha256'), 'hex');
end
$$;
