-- Runs a reading operation on a standby.
-- Takes: the key's SHA-256, the operation, its input and the request id.
-- Gives: what gate.run gives, both null where this server has fallen behind. Refusals are in sqlstate: HT001 to HT003,
-- of a version (no read names one) HT008, HT010, HT017, HT100 and HT101, then those of the operation.
-- Raises: nothing.
-- design: Growing
--
-- How far a standby has followed is the time of the last commit that it replayed: on a primary that is in use, workers
-- included, that is a moment ago. A standby that has heard of nothing for five seconds gives nothing, and the server
-- asks the primary.
create or replace function gate.read_replica(key_hash bytea, operation text, input jsonb, request_id text,
  out outcome jsonb, out result text)
language plpgsql volatile
set search_path = ''
as $$
begin
  if pg_is_in_recovery()
    and coalesce(pg_last_xact_replay_timestamp() < internal.now() - interval '5 seconds', true)
  then
    return;
  end if;
  select r.outcome, r.result into outcome, result
    from gate.run(key_hash, operation, input, null, null, request_id, is_reading => true) r;
end
$$;
grant execute on function gate.read_replica(bytea, text, jsonb, text) to haat_gateway;
