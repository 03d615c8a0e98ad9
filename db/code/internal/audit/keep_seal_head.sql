--! owner: haat_gatekeeper
-- Keeps the newest seal of a chain in internal.seal_heads. The caller has made it and holds the lock on its chain.
create or replace function internal.keep_seal_head(chain text, number bigint, hash bytea) returns void
language sql volatile
set search_path = ''
begin atomic
  insert into internal.seal_heads as h (chain, number, hash)
  values (keep_seal_head.chain, keep_seal_head.number, keep_seal_head.hash)
  on conflict on constraint seal_heads_pkey do update set number = excluded.number, hash = excluded.hash;
end;
