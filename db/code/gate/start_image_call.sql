--! owner: haat_gatekeeper
-- Takes: the key's SHA-256, how long (seconds) the call holds its place at most and its Idempotency-Key (or null).
-- Gives: {lease} or {sqlstate, message, retry_after} (HT001 to HT003, HT007, HT005).
-- spec: Image rules, Concurrency; Idempotency
--
-- Two calls with pictures at a time a key, over all processes. A place is a lease: the call gives it back, and that of
-- a process that died runs out.
-- A twin with the same Idempotency-Key is told so here: gate.recall would notice it only once its own pictures are
-- fetched. spec: Idempotency 5
create or replace function gate.start_image_call(key_hash bytea, lease_seconds integer, idempotency_key text default null) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  c constant gate.caller := gate.find_key(key_hash);
  v_now constant timestamptz := internal.now();
  v_lease constant uuid := gen_random_uuid();
  v_slot integer;
begin
  if c.sqlstate is not null then
    return json_build_object('sqlstate', c.sqlstate, 'message', c.message);
  end if;
  if idempotency_key is not null then
    -- Until this transaction ends, so that of two which come together one sees the other's place.
    perform pg_advisory_xact_lock(hashtextextended('image call ' || c.lineage_id || ' ' || idempotency_key, 0));
    if exists (select from gate.image_calls i
               where i.lineage_id = c.lineage_id and i.idempotency_key = start_image_call.idempotency_key and i.expires_at > v_now) then
      return json_build_object('sqlstate', 'HT007', 'message', 'The same Idempotency-Key is still being processed; retry later with the same key.');
    end if;
  end if;
  for v_try in 1..2 loop
    insert into gate.image_calls as i (key_id, slot, lease, lineage_id, idempotency_key, expires_at)
      values (c.key_id, v_try, v_lease, c.lineage_id, start_image_call.idempotency_key, v_now + make_interval(secs => lease_seconds))
      on conflict on constraint image_calls_pkey do update
        set lease = excluded.lease, lineage_id = excluded.lineage_id, idempotency_key = excluded.idempotency_key, expires_at = excluded.expires_at
        where i.expires_at <= v_now
      returning slot into v_slot;
    exit when v_slot is not null;
  end loop;
  if v_slot is null then
    return json_build_object('sqlstate', 'HT005', 'message', 'Two calls with images of this key are under way; wait for one of them.', 'retry_after', 5);
  end if;
  return json_build_object('lease', v_lease);
end
$$;
grant execute on function gate.start_image_call(bytea, integer, text) to haat_gateway;
