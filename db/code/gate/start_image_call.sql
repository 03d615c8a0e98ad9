-- Two calls with pictures at a time a key, over all processes. A place is a lease: the call gives it back, and that of
-- a process that died runs out.
grant create on schema gate to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function gate.start_image_call(key_hash bytea, lease_seconds integer) returns json
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
  for v_try in 1..2 loop
    insert into gate.image_calls as i (key_id, slot, lease, expires_at)
      values (c.key_id, v_try, v_lease, v_now + make_interval(secs => lease_seconds))
      on conflict on constraint image_calls_pkey do update set lease = excluded.lease, expires_at = excluded.expires_at where i.expires_at <= v_now
      returning slot into v_slot;
    exit when v_slot is not null;
  end loop;
  if v_slot is null then
    return json_build_object('sqlstate', 'HT005', 'message', 'Two calls with images of this key are under way; wait for one of them.', 'retry_after', 5);
  end if;
  return json_build_object('lease', v_lease);
end
$$;
comment on function gate.start_image_call(bytea, integer) is 'Takes the key''s SHA-256 and how long (seconds) the call holds its place at most; gives {lease} or {sqlstate, message, retry_after} (HT001 to HT003, HT005). spec: Image rules, Concurrency';
grant execute on function gate.start_image_call(bytea, integer) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_gatekeeper;
