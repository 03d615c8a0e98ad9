--! owner: haat_gatekeeper
-- Takes: the key's SHA-256, the scopes and cost of a read, and for tools the bucket that gate.admit takes last.
-- Counts the call and gives the outcome, with wrote_lately: whether the key wrote within the last minute.
-- Raises: nothing.
-- design: Growing
--
-- Admission of a read that a replica may answer: on the primary, since the count is kept there. A replica may be some
-- seconds behind, so whoever wrote something lately reads it here. Windows hold whole minutes: a key that wrote neither
-- in this one nor in the one before wrote 60 seconds ago or longer, which with transactions of 30 seconds at most leaves
-- a replica 30 seconds to follow.
create or replace function gate.admit_read(key_hash bytea, scopes text[], cost integer, out_of_scope_bucket text default null) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  a constant gate.admission := gate.admit(key_hash, scopes, 'read', cost, out_of_scope_bucket => out_of_scope_bucket);
begin
  return gate.admission_outcome(a, null) || jsonb_build_object('wrote_lately', exists (
    select from gate.rate_windows w
    where w.key_id = a.key_id and w.bucket = 'write' and w.used > 0 and w.minute >= floor(extract(epoch from internal.now()) / 60)::bigint - 1));
end
$$;
grant execute on function gate.admit_read(bytea, text[], integer, text) to haat_gateway;
