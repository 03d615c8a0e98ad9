--! owner: haat_gatekeeper
-- Tells which sessions of staff are good now, before requests of theirs are answered.
-- Takes: the SHA-256 hashes of session tokens.
-- Gives: those of them that belong to a good session, or an empty list.
-- Raises: nothing.
--
-- For an address over its limit, as gate.valid_keys is for keys; and for a process of several databases, which asks
-- where a session is. That of a company that has gone is told too: who enters by it is told that it has.
create or replace function internal.valid_sessions(token_hashes bytea[]) returns bytea[]
language sql stable security definer
set search_path = ''
begin atomic
  select coalesce(array_agg(h.token_hash), '{}')
    from unnest(token_hashes) as h (token_hash)
    where exists (select from internal.find_session(h.token_hash));
end;
grant execute on function internal.valid_sessions(bytea[]) to haat_staff_gateway;
