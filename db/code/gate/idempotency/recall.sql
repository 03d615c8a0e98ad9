-- Locks an Idempotency-Key until the transaction ends and finds the answer that is stored under it.
-- Takes: the Idempotency-Key and the request's SHA-256.
-- Gives: the stored answer, all null when there is none.
-- Raises: HT007 (the same key is being processed), HT006 (it was used for another request).
-- spec: Idempotency
--
-- "In flight" is a lock that ends with its connection: no crash leaves a stuck key. A second call with the same key
-- does not wait; it is refused at once.
create or replace function gate.recall(key text, request_hash bytea) returns app.idempotency_keys
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_lineage_id constant uuid := internal.context_setting('haat.lineage_id')::uuid;
  v_row app.idempotency_keys;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(v_lineage_id::text || ' ' || key, 0)) then
    perform internal.fail('HT007',
      'The same Idempotency-Key is still being processed; retry later with the same key.');
  end if;
  select * into v_row from app.idempotency_keys k where k.lineage_id = v_lineage_id and k.key = recall.key;
  if v_row.request_hash <> recall.request_hash then
    perform internal.fail('HT006', 'This Idempotency-Key was used for a different request.');
  end if;
  return v_row;
end
$$;
grant execute on function gate.recall(text, bytea) to haat_api, haat_staff;
