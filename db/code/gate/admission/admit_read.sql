--! owner: haat_gatekeeper
-- Counts a read that a replica may answer.
-- Takes: the key's SHA-256, the scopes and the cost (calls) of the read and, for tools, the last argument of
-- gate.admit.
-- Gives: the outcome of the admission (HT001 to HT005) and wrote_lately: whether the key wrote within the last minute.
-- Raises: nothing.
-- design: Growing
--
-- Runs on the primary, where the count is kept. A replica may be some seconds behind, so a key that wrote lately reads
-- from the primary. Windows hold whole minutes: a key that wrote neither in this minute nor in the one before wrote 60
-- seconds ago or longer. Transactions last 30 seconds at most, so the replica has had 30 seconds to follow.
create or replace function gate.admit_read(key_hash bytea, scopes text[], cost integer,
  out_of_scope_bucket text default null) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_admission constant gate.admission :=
    gate.admit(key_hash, scopes, 'read', cost, out_of_scope_bucket => out_of_scope_bucket);
begin
  return gate.admission_outcome(v_admission, null) || jsonb_build_object('wrote_lately', exists (
    select from gate.rate_windows w
    where w.key_id = v_admission.key_id and w.bucket = 'write' and w.used > 0
      and w.minute >= floor(extract(epoch from internal.now()) / 60)::bigint - 1));
end
$$;
grant execute on function gate.admit_read(bytea, text[], integer, text) to haat_gateway;
