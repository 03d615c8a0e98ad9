-- Gives what an audit that begins now may say it has verified, once it has ended: how far the histories are sealed,
-- and the newest seal of each chain.
-- Gives: {verified_upto, seals: [{chain, number, hash}]}, for internal.record_audit; verified_upto null where nothing
-- was ever sealed.
--
-- Read before the first check: what is written meanwhile is for the next audit.
create or replace function internal.audit_heads() returns jsonb
language sql stable
set search_path = ''
begin atomic
  select jsonb_build_object(
    'verified_upto', coalesce((select internal.id_floor(z.sealed_upto) from internal.history_horizon z),
      internal.verified_upto()),
    'seals', (
      select coalesce(jsonb_agg(jsonb_build_object('chain', h.chain, 'number', h.number,
        'hash', encode(h.hash, 'hex'))), '[]')
      from internal.seal_heads h));
end;
grant execute on function internal.audit_heads() to haat_dba;
