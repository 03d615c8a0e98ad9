-- Locks an Idempotency-Key until the transaction ends and finds the answer that is stored under it.
-- Takes: the Idempotency-Key and the request's SHA-256.
-- Gives: the stored answer, all null when there is none.
-- Raises: HT007 (the same key is being processed), HT006 (it was used for another request).
-- see: guides/idempotency
--
-- "In flight" is a lock that ends with its connection: no crash leaves a stuck key. A second call with the same key
-- does not wait; it is refused at once, unless the answer is there: then it was a retry that holds the lock.
create or replace function gate.recall(key text, request_hash bytea) returns app.idempotency_keys
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_stored app.idempotency_keys;
begin
  if pg_try_advisory_xact_lock(
    hashtextextended(internal.context_setting('haat.lineage_id') || ' ' || recall.key, 0)
  ) then
    return gate.stored_answer(recall.key, recall.request_hash);
  end if;
  v_stored := gate.stored_answer(recall.key, recall.request_hash);
  if v_stored.lineage_id is null then
    perform internal.fail('HT007', 'keyInFlight');
  end if;
  return v_stored;
end
$$;
grant execute on function gate.recall(text, bytea) to haat_api, haat_staff;
