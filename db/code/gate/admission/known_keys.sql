--! owner: haat_gatekeeper
-- Tells which keys belong to a company of this database, for a process that serves several databases and does not know
-- where a key is.
-- Takes: the SHA-256 hashes of keys.
-- Gives: those of them that admission accepts here, or refuses with HT002, HT003 or HT019, or an empty list. Not those
-- that it refuses with HT001, as of a company that is suspended: they may be good elsewhere.
-- Raises: nothing.
-- see: guides/production#several-databases
--
-- Nothing is counted, and nothing more is told than admission tells the same process.
create or replace function gate.known_keys(key_hashes bytea[]) returns bytea[]
language sql stable security definer
set search_path = ''
begin atomic
  select coalesce(array_agg(h.key_hash), '{}')
    from unnest(key_hashes) as h (key_hash)
    cross join lateral gate.find_key(h.key_hash) k
    where k.sqlstate is null or k.sqlstate in ('HT002', 'HT003', 'HT019');
end;
grant execute on function gate.known_keys(bytea[]) to haat_gateway;
