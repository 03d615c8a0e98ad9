-- Stores an answer under its Idempotency-Key, in the transaction of the write itself.
-- Takes: the Idempotency-Key, the request's SHA-256, the operation, its outcome and its document as text.
-- Raises: nothing.
-- see: guides/idempotency
create or replace function gate.remember(key text, request_hash bytea, operation text, outcome jsonb, result text)
  returns void
language sql volatile security definer
set search_path = ''
begin atomic
  insert into app.idempotency_keys (company_id, lineage_id, key, operation, request_hash,
    sqlstate, message, fields, "constraint", result, request_id, created_at)
  values (internal.current_company_id(), internal.context_setting('haat.lineage_id')::uuid, remember.key,
    remember.operation, remember.request_hash,
    remember.outcome ->> 'sqlstate', remember.outcome ->> 'message', nullif(remember.outcome -> 'fields', 'null'),
    remember.outcome ->> 'constraint',
    -- A signing secret is shown once, and nothing of it is kept, encrypted or not.
    case when remember.operation in ('create_webhook_endpoint', 'rotate_webhook_secret')
      then (remember.result::jsonb || '{"secret": null}')::text else remember.result end,
    pg_catalog.current_setting('haat.request_id', true),
    internal.now());
end;
grant execute on function gate.remember(text, bytea, text, jsonb, text) to haat_api, haat_staff;
