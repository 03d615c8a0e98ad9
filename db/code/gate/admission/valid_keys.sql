--! owner: haat_gatekeeper
-- Tells which keys are good now, before calls of theirs are admitted.
-- Takes: the SHA-256 hashes of keys.
-- Gives: those of them that belong to a good key, or an empty list; not those that admission refuses with HT001,
-- HT002 or HT003.
-- Raises: nothing.
--
-- For an address over its limit: its valid keys answer to their own windows alone, so a key is looked up before it is
-- refused. Nothing is counted, and nothing more is told than admission tells the same process.
create or replace function gate.valid_keys(key_hashes bytea[]) returns bytea[]
language sql stable security definer
set search_path = ''
begin atomic
  select coalesce(array_agg(h.key_hash), '{}')
    from unnest(key_hashes) as h (key_hash)
    cross join lateral gate.find_key(h.key_hash) k
    where k.sqlstate is null;
end;
grant execute on function gate.valid_keys(bytea[]) to haat_gateway;
