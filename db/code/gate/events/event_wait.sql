--! owner: haat_api
-- Says what a caller waits for whose page of events was empty.
-- Takes: the key's SHA-256, the input of list_events and the request id.
-- Gives: what internal.event_reach does, for gate.awaited_events.
-- Raises: HT001 to HT003 (the key is not good); HT004 (a scope is missing); HT100 (store_id, cursor).
create or replace function gate.event_wait(key_hash bytea, input jsonb, request_id text) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform gate.enter(key_hash, request_id, is_reading => true);
  return (select row_to_json(r) from internal.event_reach(input) r);
end
$$;
grant execute on function gate.event_wait(bytea, jsonb, text) to haat_gateway;
