-- Takes one of the two slots that a key or a member of staff has for calls with images.
-- Takes: whose slot: key or member of staff, its id and the first of its rotation chain; how long (seconds) the call
-- may hold it, and its Idempotency-Key (or null).
-- Gives: {lease}, or a refusal {sqlstate, message, retry_after}: HT007 (the same Idempotency-Key is being processed),
-- HT005 (both slots are taken).
-- see: guides/images#rules, guides/idempotency
--
-- Two calls with images at a time for a caller, over all processes. A slot is a lease: the call gives it back, and
-- the lease of a process that died runs out. A lease that ends more than its length later than a new one would was
-- made before the clock was set back, and counts no more. One that ends a little later does count: another call took
-- it after the clock was read here. A second call with the same Idempotency-Key is refused here: gate.recall would
-- notice it only after its images are fetched.
create or replace function internal.take_image_slot(caller text, caller_id uuid, lineage_id uuid,
  lease_seconds integer, idempotency_key text default null) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_expires_at constant timestamptz := v_now + make_interval(secs => lease_seconds);
  v_latest constant timestamptz := v_expires_at + make_interval(secs => lease_seconds);
  v_lease constant uuid := gen_random_uuid();
  v_slot integer;
begin
  if idempotency_key is not null then
    -- Held until this transaction ends: of two calls at one moment, the second sees the slot of the first.
    perform pg_advisory_xact_lock(
      hashtextextended('image call ' || take_image_slot.lineage_id || ' ' || idempotency_key, 0));
    if exists (
      select from gate.image_calls i
      where i.lineage_id = take_image_slot.lineage_id and i.idempotency_key = take_image_slot.idempotency_key
        and i.expires_at > v_now and i.expires_at <= v_latest
    ) then
      return json_build_object(
        'sqlstate', 'HT007', 'message', internal.sentence('keyInFlight'));
    end if;
  end if;
  for v_try in 1..2 loop
    insert into gate.image_calls as i (key_id, slot, lease, lineage_id, idempotency_key, expires_at)
      values (take_image_slot.caller_id, v_try, v_lease, take_image_slot.lineage_id, take_image_slot.idempotency_key,
        v_expires_at)
      on conflict on constraint image_calls_pkey do update
        set lease = excluded.lease,
            lineage_id = excluded.lineage_id,
            idempotency_key = excluded.idempotency_key,
            expires_at = excluded.expires_at
        where i.expires_at <= v_now or i.expires_at > v_latest
      returning slot into v_slot;
    exit when v_slot is not null;
  end loop;
  if v_slot is null then
    return json_build_object(
      'sqlstate', 'HT005',
      'message', internal.sentence('imageCalls', jsonb_build_object('caller', caller)),
      'retry_after', 5);
  end if;
  return json_build_object('lease', v_lease);
end
$$;
grant execute on function internal.take_image_slot(text, uuid, uuid, integer, text) to haat_gatekeeper;
