-- Takes: the key's SHA-256, a reading operation, its input and the request id.
-- Gives: what gate.run gives, both null where this server has fallen behind.
-- Raises: nothing.
-- design: Growing
--
-- Runs on a standby. How far it has followed is the time of the last commit it replayed: on a primary that anybody writes
-- to, workers included, that is a moment ago. One that has heard of nothing for five seconds gives nothing, and the
-- primary answers.
create or replace function gate.read_replica(key_hash bytea, operation text, input jsonb, request_id text, out outcome jsonb, out result text)
language plpgsql volatile
set search_path = ''
as $$
begin
  if pg_is_in_recovery() and coalesce(pg_last_xact_replay_timestamp() < internal.now() - interval '5 seconds', true) then
    return;
  end if;
  select r.outcome, r.result into outcome, result from gate.run(key_hash, operation, input, null, null, request_id) r;
end
$$;
grant execute on function gate.read_replica(bytea, text, jsonb, text) to haat_gateway;
