-- Finds the answer that is stored under an Idempotency-Key. Locks nothing, so that a look never blocks the call that
-- is being processed.
-- Takes: the Idempotency-Key and the request's SHA-256; null when it is not known yet, since a file is still to be
-- read: then whatever is stored under the key is given.
-- Gives: the stored answer, all null when there is none.
-- Raises: HT006 (the key was used for another request).
-- see: guides/idempotency
create or replace function gate.stored_answer(key text, request_hash bytea) returns app.idempotency_keys
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_row app.idempotency_keys;
begin
  select * into v_row from app.idempotency_keys k
    where k.lineage_id = internal.context_setting('haat.lineage_id')::uuid and k.key = stored_answer.key;
  if v_row.request_hash <> stored_answer.request_hash then
    perform internal.fail('HT006', 'keyReused');
  end if;
  return v_row;
end
$$;
grant execute on function gate.stored_answer(text, bytea) to haat_api;
