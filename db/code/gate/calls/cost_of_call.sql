-- Says how many calls a call counts as: its cost, or one when its Idempotency-Key has an answer already.
-- Takes: the key's SHA-256, the cost, the Idempotency-Key and request hash (or null) and the request id.
-- Gives: the cost in calls.
-- Raises: nothing; where gate.replay gives a refusal (HT001 to HT003, HT006), the call is one.
-- see: guides/idempotency, guides/images#rules
--
-- A replay costs one write, however many images or lines it brings.
create or replace function gate.cost_of_call(key_hash bytea, cost integer, idempotency_key text, request_hash bytea,
  request_id text) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  v_known jsonb;
begin
  if cost <= 1 or idempotency_key is null then
    return cost;
  end if;
  select r.outcome into v_known from gate.replay(key_hash, idempotency_key, request_hash, request_id) r;
  return case when v_known is null then cost else 1 end;
end
$$;
grant execute on function gate.cost_of_call(bytea, integer, text, bytea, text) to haat_gateway;
